"""The command line: one file per verb, thin over the Python API.

Standard output has data only; progress, notes and errors go to standard error. The exit codes are
:class:`spminer.errors.ExitCode`.
"""
