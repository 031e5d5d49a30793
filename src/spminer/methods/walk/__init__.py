"""Walking methods: greedy walks, beam and tree search through the target, scored by a neural model or by matching.

Walks grow by one node at a time (``walks``, ``engine``); a strategy (``greedy``, ``beam``, ``verified_beam``, ``mcts``)
decides which steps are taken, and proposes what it met as a ``pool`` for each size.
"""
