"""What Inspect loads for `toolward_tasks/NAME`: the tasks are found from any folder once installed."""

from toolward_tasks.tools import tools

__all__ = ["tools"]
