"""Walks through the target, scored by a neural model or by matching: greedy, beam, tree search."""
