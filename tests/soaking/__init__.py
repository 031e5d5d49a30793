"""Soaking: what a machine does to a run (kills, signals, full disks, limits, others beside it), done on purpose.

``make soak`` does it for long and writes figures; tests/soaking/test_soaking.py is the short form.
"""
