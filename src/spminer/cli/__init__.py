"""The command line: one file per verb, thin over the Python API.

Standard output carries data only; progress, notes and errors go to standard error. Exit codes: 0 done, 1 internal
error, 2 usage, 3 unreadable input, 4 nothing found, 5 stopped by a budget with a valid partial result, 130
interrupted (likewise).
"""
