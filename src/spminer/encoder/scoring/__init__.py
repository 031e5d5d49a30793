"""Scores of patterns: how many neighborhoods contain them, as a model sees it.

Neighborhoods are sampled (``neighborhoods``) and embedded (``index``); a scorer compares patterns with them, by an
order embedding (``order``, whose penalties a ``calibration`` gives a meaning) or by a perceptron (``perceptron``).
Evaluation asks the scorer; mining asks it by way of the ``estimator``, which samples what it needs on first use.
"""
