"""The experiments of the SPMiner paper, one file each, run by ``spminer reproduce``.

| experiment | file |
| --- | --- |
| 1, hit rates against exact enumeration | ``small.py`` |
| 2, planted patterns | ``planted.py`` |
| 3, frequencies of large motifs | ``large.py`` |
| 4, frequency and time against size | ``runtime.py`` |
| 5, accuracy of the encoder, with the table of architectures | ``encoder.py``; ``ablation.py`` trains these |
| appendix, a large citation graph | ``arxiv.py`` |
| appendix, prediction of motif counts | ``counts.py``; ``count_prediction`` trains the predictor |

An experiment (``experiment.py``) computes results, most of them by mining runs (``runs.py``), and reports them as
tables (``report.py``) and figures (``figures.py``), beside the numbers that the paper prints (``published.py``).
``page.py`` writes a page of all experiments.
"""

from spminer.paper.experiment import Experiment, experiment_names, get_experiment
from spminer.paper.report import ExperimentResult

__all__ = ["Experiment", "ExperimentResult", "experiment_names", "get_experiment"]
