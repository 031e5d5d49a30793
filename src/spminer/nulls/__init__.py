"""Null models: shuffled copies of graphs, to compare them with chance."""

from spminer.nulls.mixing import Mixing
from spminer.nulls.models import MODELS, Model, ModelName
from spminer.nulls.randomize import NullModel, randomize

__all__ = ["MODELS", "Mixing", "Model", "ModelName", "NullModel", "randomize"]
