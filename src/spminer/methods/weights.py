"""The weights that a neural search goes by, as something that its result depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spminer.methods.registry import get_method, make_settings
from spminer.results.request import AUTO

if TYPE_CHECKING:
    from spminer.results.request import MiningRequest

__all__ = ["weights_digest"]


def weights_digest(request: MiningRequest) -> str | None:
    """The digest of the model file that the method of a request embeds by; ``None`` if it embeds nothing.

    A path says less: another training may have written another model there.

    >>> from spminer.results.request import MiningRequest
    >>> weights_digest(MiningRequest(method="grow")) is None
    True
    >>> weights_digest(MiningRequest(method="greedy")) == weights_digest(MiningRequest(method="mlp"))
    False
    """
    if request.method == AUTO or not get_method(request.method).embeds:
        return None
    from spminer.encoder.model_file import model_digest  # not for searches that embed nothing
    from spminer.encoder.scoring.estimator import model_for
    from spminer.methods.walk.settings import WalkSettings

    settings = make_settings(get_method(request.method), request.settings)
    # A method of the user's own embeds by what it likes.
    if not isinstance(settings, WalkSettings) or settings.score == "matched":
        return None
    return model_digest(model_for(settings.model, induced=request.induced))
