"""Fuzzing of everything that Python reads: doors, seeds, mutations and the campaign over them.

``make fuzz`` runs it for long, led by coverage; tests/fuzzing/test_fuzzing.py is the short form, the same in every run.
"""
