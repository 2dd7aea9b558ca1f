"""All versions by name, in their order."""

from .tuning import V2, V3, V4, V5, V6
from .v1 import V1
from .v7 import V7

VERSIONS = {one.name: one for one in (V1, V2, V3, V4, V5, V6, V7)}
