"""The server tests run on asyncio, as the server does."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
