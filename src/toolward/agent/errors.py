"""What stops a sample that is not the model's doing."""


class ToolServerLost(RuntimeError):
    """The MCP server died or did not answer in time; the sample says so and can be retried."""
