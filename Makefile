# Short names for the commands of CONTRIBUTING.md. `make help` lists them.
PYTHON ?= uv run python
TOOLWARD ?= uv run toolward

.PHONY: help setup test lint types check generated generated-check pins wheel
help:             ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/:/'
setup:            ## the environment, with the tested versions
	python3 -m pip install uv && python3 -m uv sync
test:             ## the tests, offline
	uv run pytest -n 2
lint:             ## ruff
	uv run ruff check .
types:            ## pyright, strict for the pure packages
	uv run pyright --project pyproject.toml
check:            ## what CI runs
	bash .ci/run
generated:        ## rebuild tables, notebooks and the README block from the recorded runs; and the fixtures
	$(TOOLWARD) fixtures make
	$(PYTHON) analysis/regenerate.py
generated-check:  ## fail when one of them is not what its source gives
	$(TOOLWARD) fixtures make --check
	$(PYTHON) analysis/regenerate.py --check
pins:             ## write the installed versions into pyproject.toml as the tested ones
	$(PYTHON) .ci/pins.py
wheel:            ## build the wheel and try it in an empty environment
	bash .ci/smoke_wheel
