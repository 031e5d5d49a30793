"""Model configuration: the shape of an encoder, as it is stored with its weights."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from spminer._util.validation import check_at_least, checked
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed import DataclassInstance

__all__ = ["ModelConfig", "refuse_unknown"]


def refuse_unknown(config: type[DataclassInstance], data: Iterable[str], kind: str) -> None:
    """Raise a :class:`UsageError` if ``data`` names a setting that the dataclass ``config`` does not have.

    >>> refuse_unknown(ModelConfig, {"widht": 3}, "model settings")
    Traceback (most recent call last):
    spminer.errors.UsageError: unknown model settings: widht; known: ...
    """
    known = {entry.name for entry in fields(config)}
    if unknown := sorted(set(data) - known):
        raise UsageError(f"unknown {kind}: {', '.join(unknown)}; known: {', '.join(sorted(known))}")


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The shape of an encoder."""

    width: int = 64
    """Features per node in every layer."""
    layers: int = 8
    """Graph convolutions, and so how many hops a node sees."""
    conv: Literal["sage", "gin", "gcn"] = "sage"
    """Kind of convolution; ``sage`` sums over neighbors."""
    skip: bool = True
    """Learnable dense skip connections."""
    hops: int = 8
    """Input features that say whether a node is within 1, 2, ... hops of the anchor; with 0, the input is the
    anchor bit alone, as in the paper."""
    scale: float = 0.25
    """Factor on sums over neighbors; keeps activations level over many layers."""
    pool_scale: float = 0.25
    """Factor on sums over all nodes."""
    anchor_pool: bool = True
    """Whether the anchor's own features join the pooled ones."""
    counts: bool = False
    """Whether the perceptron also reads the order signature: exact counts around the anchor, as logarithms."""
    head: tuple[int, ...] = (128, 128, 256)
    """Widths of the hidden layers of the perceptron after pooling."""
    dimensions: int = 128
    """Dimensions of the embedding."""
    output: Literal["order", "mlp"] = "order"
    """``order``: order embedding. ``mlp``: a perceptron on both embeddings answers yes or no (baseline)."""
    induced: bool = True
    """Whether the model was trained on node-induced pairs; otherwise edge-induced."""

    def __post_init__(self) -> None:
        checked(self, "model settings")
        check_at_least(self, width=1, layers=1, hops=0, dimensions=1)
        if any(width < 1 for width in self.head):
            raise UsageError(f"head must be widths of at least 1, not {list(self.head)}")

    def to_dict(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ModelConfig:
        """The inverse of :meth:`to_dict`; refuses names it does not know.

        >>> ModelConfig.from_dict({"width": 32, "head": [8]}).head
        (8,)
        """
        refuse_unknown(cls, data, "model settings")
        head = {"head": tuple(data["head"])} if isinstance(data.get("head"), list) else {}
        return cls(**{**data, **head})
