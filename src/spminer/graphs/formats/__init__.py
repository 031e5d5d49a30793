"""File formats, one module each; :mod:`spminer.graphs.formats.registry` lists them."""
