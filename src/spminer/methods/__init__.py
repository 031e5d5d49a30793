"""Ways to search for frequent patterns, behind one contract (base.py)."""
