"""Inference: anchored graphs in, embeddings out.

:func:`embed_patterns` embeds graphs in one call; :func:`open_embedder` prepares a model for many batches. A model runs
in one of three ways: by the core (:class:`NativeEmbedder`), by the torch module (:class:`TorchEmbedder`), or by CUDA
kernels (:class:`spminer.encoder.gpu.embedder.GpuEmbedder`). All compute the network that ``network.py`` defines.

Scoring needs three more operations: ``read`` gives the points and order signatures of graphs (:class:`Embedded`),
``penalties`` those of aligned pairs, and ``index`` prepares neighborhoods against which patterns are scored.
:class:`HostEmbedder` has them for the host; on a GPU all data stay there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, get_args, runtime_checkable

import numpy as np

from spminer import _core
from spminer._util.devices import resolve_device
from spminer._util.validation import fits, validate_arguments
from spminer.encoder.batch import AnchoredBatch, Embedded, LabeledPatterns
from spminer.encoder.model import Calibration, EncoderModel, ModelConfig, load_model, model_for, model_names
from spminer.errors import InputError, UsageError
from spminer.patterns import MAX_PATTERN_NODES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from spminer.patterns import Pattern

__all__ = [
    "Backend",
    "Embedder",
    "Encoder",
    "EncoderEmbedder",
    "HostEmbedder",
    "NativeEmbedder",
    "NeighborhoodIndex",
    "ScoringEmbedder",
    "TorchEmbedder",
    "embed_patterns",
    "model_text",
    "open_embedder",
]

Backend = Literal["native", "torch"]

_GRAPHS_AT_ONCE = 2048  # of a dense batch of torch
_BLOCK = 65_536  # neighborhoods that are embedded and indexed at a time


@validate_arguments
def embed_patterns(
    graphs: AnchoredBatch | Iterable[Pattern | str],
    *,
    model: str | Path | EncoderModel | Embedder = "default",
    backend: Backend = "native",
    device: str = "auto",
    threads: int = 0,
) -> NDArray[np.float32]:
    """Embed anchored graphs. The points of subgraphs are below those of their supergraphs in every coordinate.

    Parameters
    ----------
    graphs
        Anchored patterns of at most 64 nodes or their text forms, or an :class:`AnchoredBatch`.
    model
        Name of a model of the package, path of a model file, a loaded model, or an embedder of :func:`open_embedder`,
        which has its own ``backend``, ``device`` and ``threads``.
    backend
        On a CPU, ``"native"`` is the code of the core, and ``"torch"`` the module that models are trained with (extra
        ``train``), which is slower; models with GIN or GCN convolutions always run by it. On a GPU both mean CUDA
        kernels, or the module for models of a shape that the kernels do not support.
    device
        ``"cpu"``, ``"cuda"`` (a GPU, by torch), or ``"auto"``: the GPU if torch is installed and can compile kernels
        for it, else the CPU.
    threads
        Number of threads; 0 means every core. The result does not depend on it.

    Returns
    -------
    array
        ``float32[len(graphs), dimensions]``.

    Examples
    --------
    >>> import numpy as np
    >>> from spminer.encoder.model import EncoderModel, ModelConfig, expected_shapes
    >>> config = ModelConfig(width=2, layers=1, hops=0, skip=False, head=(), dimensions=2)
    >>> shapes = expected_shapes(config)
    >>> ones = EncoderModel(config, {name: np.ones(shape, np.float32) for name, shape in shapes.items()})
    >>> embed_patterns(["0-1,1-2,2-0@0", "0-1@0"], model=ones)
    array([[26.5 , 26.5 ],
           [22.25, 22.25]], dtype=float32)
    """
    batch = graphs if isinstance(graphs, AnchoredBatch) else AnchoredBatch.from_patterns(graphs)
    return _embedder(model, backend, device, threads).embed(batch)


def open_embedder(
    model: str | Path | EncoderModel = "default",
    *,
    backend: Backend = "native",
    device: str = "auto",
    threads: int = 0,
) -> ScoringEmbedder:
    """Prepare a model for many calls of :func:`embed_patterns`, with its parameters."""
    if backend not in get_args(Backend):
        raise UsageError(f"unknown backend {backend!r}; choose one of {', '.join(get_args(Backend))}")
    if threads < 0:
        raise UsageError(f"invalid threads={threads}; give a number of threads, or 0 for every core")
    chosen = resolve_device(device)
    loaded = model if isinstance(model, EncoderModel) else load_model(model)
    if backend == "native" and chosen == "cpu" and loaded.config.conv == "sage":
        return NativeEmbedder(loaded, threads=threads)
    try:
        from spminer.encoder.gpu.embedder import GpuEmbedder, has_kernels
    except ImportError as error:
        raise UsageError("this backend needs torch; install it with: pip install 'spminer[train]'") from error
    if chosen == "cuda" and has_kernels(loaded.config):
        return GpuEmbedder(loaded, chosen)
    return TorchEmbedder(loaded, chosen, threads=threads)


def _embedder(model: str | Path | EncoderModel | Embedder, backend: Backend, device: str, threads: int) -> Embedder:
    if isinstance(model, str) and (name := model_for(model, induced=True)) in model_names():
        return _shipped_embedder(name, backend, device, threads)
    if isinstance(model, (str, Path, EncoderModel)):
        return open_embedder(model, backend=backend, device=device, threads=threads)
    if not hasattr(model, "embed"):
        raise UsageError(f"model is a name, a file, a model or an embedder, not {model!r:.100}")
    return model


@lru_cache(maxsize=4)
def _shipped_embedder(name: str, backend: Backend, device: str, threads: int) -> Embedder:
    """The embedder of a model of the package, which never changes."""
    return open_embedder(name, backend=backend, device=device, threads=threads)


class Embedder(Protocol):
    """A prepared model that embeds batches."""

    @property
    def model(self) -> EncoderModel:
        """The model."""

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order."""


class Index(Protocol):
    """Embedded neighborhoods, against which patterns are scored."""

    def __len__(self) -> int:
        """Number of neighborhoods."""

    def score(
        self, patterns: Embedded, *, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """For each pattern, the sum of ``min(penalty, cap)`` and the number of penalties up to the threshold.

        Patterns have signatures if the neighborhoods have them; a pair that these exclude has an infinite penalty.
        """


class ScoringEmbedder(Embedder, Protocol):
    """A model with the operations that scoring needs."""

    def read(self, batch: AnchoredBatch, *, signatures: bool, labelings: LabeledPatterns | None = None) -> Embedded:
        """Points of graphs, or of labelings of them, and on request their order signatures."""

    def penalties(self, sub: Embedded, sup: Embedded) -> NDArray[np.float32]:
        """Penalty of each aligned pair (equation 1 of the paper); infinite if signatures exclude a containment."""

    def index(
        self, neighborhoods: AnchoredBatch, *, signatures: bool, labels: NDArray[np.uint8] | None = None
    ) -> Index:
        """Embed neighborhoods, with or without order signatures, and optional label signatures."""


class HostEmbedder(ABC):
    """Scoring on the host, with order signatures and penalties of the core."""

    def __init__(self, model: EncoderModel, threads: int) -> None:
        self.model = model
        self.threads = threads

    @abstractmethod
    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order."""

    def read(self, batch: AnchoredBatch, *, signatures: bool, labelings: LabeledPatterns | None = None) -> Embedded:
        """Points of graphs, or of labelings of them, and on request their order signatures."""
        found = Embedded(self.embed(batch), self._signatures(batch) if signatures else None)
        if labelings is None:
            return found
        found = found.take(labelings.structure)
        if signatures:
            found = Embedded(found.points, np.concatenate([found.signatures, labelings.signatures], axis=1))
        return found

    def penalties(self, sub: Embedded, sup: Embedded) -> NDArray[np.float32]:
        """Penalty of each aligned pair; infinite if signatures exclude a containment."""
        values = _core.order_penalty(sub.points, sup.points)
        if sub.signatures is not None:
            values[_core.order_violated(sub.signatures, sup.signatures).astype(bool)] = np.inf
        return values

    def index(
        self, neighborhoods: AnchoredBatch, *, signatures: bool, labels: NDArray[np.uint8] | None = None
    ) -> NeighborhoodIndex:
        """Embed neighborhoods block by block, with or without signatures."""
        blocks = []
        for start in range(0, len(neighborhoods), _BLOCK):
            block = slice(start, start + _BLOCK)
            part = AnchoredBatch(neighborhoods.rows[block], neighborhoods.sizes[block])
            counts = self._signatures(part) if signatures else None
            if counts is not None and labels is not None:
                counts = np.concatenate([counts, labels[block]], axis=1)
            blocks.append(_core.PenaltyIndex(self.embed(part), counts))
        return NeighborhoodIndex(blocks, len(neighborhoods), self.threads)

    def _signatures(self, batch: AnchoredBatch) -> NDArray[np.uint8]:
        """Exact order signatures, for the kind of containment that the model was trained on."""
        return _core.signatures(batch.rows, batch.sizes, induced=self.model.config.induced, threads=self.threads)


class NeighborhoodIndex:
    """Neighborhoods in the layout of the core's penalty kernel."""

    def __init__(self, blocks: list[_core.PenaltyIndex], count: int, threads: int) -> None:
        self._blocks = blocks
        self._count = count
        self._threads = threads

    def __len__(self) -> int:
        return self._count

    def score(
        self, patterns: Embedded, *, threshold: float, cap: float
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """For each pattern, the sum of capped penalties and the number of penalties up to the threshold."""
        soft, hard = np.zeros(len(patterns.points)), np.zeros(len(patterns.points), dtype=np.int64)
        thresholds = np.full(len(patterns.points), threshold, dtype=np.float32)
        for block in self._blocks:
            total, count = block.score(
                patterns.points, patterns.signatures, thresholds=thresholds, cap=cap, threads=self._threads
            )
            soft += total
            hard += count
        return soft, hard


@runtime_checkable
class Encoder(Protocol):
    """An order embedding of your own, which searches take as ``model``.

    Attributes
    ----------
    threshold
        The penalty up to which a neighborhood counts as containing a pattern.
    induced
        Whether it was made for node-induced containment.

    An attribute ``cap``, if there is one, is the penalty from which on a neighborhood adds nothing to the soft score;
    otherwise it is four thresholds.
    """

    threshold: float
    induced: bool

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order: subgraphs are to be below their supergraphs in every coordinate."""


_CAP = 4.0  # in thresholds, of an encoder that has no cap


class EncoderEmbedder(HostEmbedder):
    """An order embedding of the user, with the order signatures and penalties of the core.

    Examples
    --------
    >>> class Sizes:
    ...     threshold, induced = 0.5, True
    ...     def embed(self, batch):
    ...         return batch.sizes[:, None].astype("float32")
    >>> EncoderEmbedder(Sizes()).embed(AnchoredBatch.from_patterns(["0-1@0", "0-1,1-2@0"])).tolist()
    [[2.0], [3.0]]
    """

    def __init__(self, encoder: Encoder, *, threads: int = 0) -> None:
        threshold = encoder.threshold
        if not fits(threshold, float) or threshold <= 0:
            raise UsageError(f"{model_text(encoder)}.threshold must be a positive number, not {threshold!r:.100}")
        cap = getattr(encoder, "cap", _CAP * threshold)
        if not fits(cap, float) or cap <= 0:
            raise UsageError(f"{model_text(encoder)}.cap must be a positive number, not {cap!r:.100}")
        same = [np.full(MAX_PATTERN_NODES, value, dtype=np.float32) for value in (threshold, cap)]
        metadata = Calibration(float(threshold), *same).to_metadata()
        super().__init__(EncoderModel(ModelConfig(induced=bool(encoder.induced)), {}, metadata), threads)
        self._encoder = encoder

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """What the encoder gives, checked."""
        points = np.asarray(self._encoder.embed(batch), dtype=np.float32)
        if points.ndim != 2 or len(points) != len(batch) or not np.isfinite(points).all():
            raise UsageError(
                f"{model_text(self._encoder)}.embed must return one row of finite numbers for each of {len(batch)} "
                f"graphs, not an array of shape {points.shape}"
            )
        return np.ascontiguousarray(points)


def model_text(model: str | Path | Encoder) -> str:
    """The name of a model in results and messages; that of its class for an encoder of the user.

    >>> model_text("default")
    'default'
    """
    return str(model) if isinstance(model, (str, Path)) else type(model).__qualname__


class NativeEmbedder(HostEmbedder):
    """The forward pass of the core, without padding."""

    def __init__(self, model: EncoderModel, *, threads: int = 0) -> None:
        if model.config.conv != "sage":
            raise UsageError(
                f"the native backend does not support {model.config.conv} convolutions; use backend='torch'"
            )
        super().__init__(model, threads)
        self._net = _native_net(model)

    def embed(self, batch: AnchoredBatch, *, control: _core.Control | None = None) -> NDArray[np.float32]:
        """One row per graph, in order; raises ``InterruptedError`` if the control stopped it."""
        try:
            values = self._net.embed(batch.rows, batch.sizes, control or _core.Control(), threads=self.threads)
        except ValueError as error:
            raise InputError(str(error), remedy="give simple undirected graphs as symmetric rows of bits") from None
        if values is None:
            raise InterruptedError("stopped before all graphs were embedded")
        return values


def _native_net(model: EncoderModel) -> _core.EncoderNet:
    config, tensors = model.config, model.tensors

    def dense(name: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return tensors[f"{name}.weight"], tensors[f"{name}.bias"]

    convolutions: list[Any] = [
        (*dense(f"convs.{layer}.own"), tensors[f"convs.{layer}.neighbour.weight"]) for layer in range(config.layers)
    ]
    return _core.EncoderNet(
        input=dense("input"),
        convolutions=convolutions,
        mixture=model.skip_weights,
        head=[dense(f"head.{2 * index}") for index in range(len(config.head) + 1)],
        hops=config.hops,
        scale=config.scale,
        pool_scale=config.pool_scale,
        anchor_pool=config.anchor_pool,
        counts=config.counts,
        induced=config.induced,
    )


class TorchEmbedder(HostEmbedder):
    """The forward pass of the module that models are trained with."""

    def __init__(self, model: EncoderModel, device: str = "cpu", *, threads: int = 0) -> None:
        import torch

        from spminer.encoder.network import Encoder

        super().__init__(model, threads)
        self._device = torch.device(device)
        with torch.device("meta"):  # without random weights
            module = Encoder(model.config)
        weights = {name: torch.from_numpy(values) for name, values in model.tensors.items()}
        module.load_state_dict(weights, assign=True)
        self._module = module.to(self._device).eval()

    def embed(self, batch: AnchoredBatch) -> NDArray[np.float32]:
        """One row per graph, in order."""
        import torch

        from spminer.encoder.gpu.kernels import full_precision
        from spminer.encoder.network import check_rows, unpack

        config = self.model.config
        points = np.empty((len(batch), config.dimensions), dtype=np.float32)
        for graphs, nodes in batch.by_size(_GRAPHS_AT_ONCE):  # of one size, without padding
            rows, sizes, counts = batch.rows[graphs, :nodes], batch.sizes[graphs], None
            bits, lengths = (torch.from_numpy(part).to(self._device) for part in (rows.view(np.int64), sizes))
            check_rows(bits, lengths)
            if config.counts:
                counts = torch.from_numpy(self._signatures(AnchoredBatch(rows, sizes))).to(self._device)
            with full_precision():
                points[graphs] = self._module(unpack(bits), lengths, counts).cpu().numpy()
        return points
