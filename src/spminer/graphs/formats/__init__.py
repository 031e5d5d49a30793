"""The file formats, one module each; :mod:`spminer.graphs.registry` lists them."""
