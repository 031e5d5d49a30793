"""The experiments of the SPMiner paper, one file each, run by ``spminer reproduce``."""

from spminer.experiments.registry import Experiment, Outcome, experiment_names, get_experiment

__all__ = ["Experiment", "Outcome", "experiment_names", "get_experiment"]
