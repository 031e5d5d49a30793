"""The experiments of the SPMiner paper, one file each, run by ``spminer reproduce``."""

from spminer.paper.experiment import Experiment, experiment_names, get_experiment
from spminer.paper.report import Outcome

__all__ = ["Experiment", "Outcome", "experiment_names", "get_experiment"]
