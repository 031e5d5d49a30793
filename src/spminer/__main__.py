"""``python -m spminer``: the same as the ``spminer`` command."""

import sys

from spminer.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
