"""The MCP layer over the community, written for mcp 2.x; another major is named with what to type."""

from importlib.metadata import version

MCP_RANGE = "mcp>=2.3,<3"  # as pyproject.toml declares it; a test compares the two

if (_found := version("mcp")).split(".")[0] != "2":
    raise ImportError(f"toolward needs {MCP_RANGE}, and found mcp {_found}. Type: pip install '{MCP_RANGE}'")
