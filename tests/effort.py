"""How much a run of the tests tries: enough to find a fault that was made, or (``make thorough``) rare ones too."""

import os

THOROUGH = "SPMINER_THOROUGH" in os.environ
_SHARE, _FEWEST = 5, 6


def examples(count):
    """How many examples a property is tried with, of those that a thorough run takes."""
    return count if THOROUGH else min(count, max(_FEWEST, count // _SHARE))
