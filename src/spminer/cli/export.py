"""``spminer export``: a model for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from spminer.cli.options import check_writable
from spminer.errors import UsageError

__all__ = ["export"]


def export(
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", callback=check_writable, metavar="FILE", help="Where to write.", show_default=False
        ),
    ],
    *,
    model: Annotated[
        str, typer.Option("--model", metavar="NAME|FILE", help="Model of the package, or a model file.")
    ] = "default",
) -> None:
    """Write a model as an ONNX graph.

    Its inputs are adjacency matrices (zero-padded, the anchor first) and sizes, its output is the embedding.

    \b
    Examples:
      spminer export -o default.onnx
      spminer export --model run/model.safetensors -o model.onnx
    """
    from spminer.encoder.model import load_model

    loaded = load_model(model)
    try:
        from spminer.encoder.onnx_export import export_onnx
    except ImportError as error:
        raise UsageError("export needs onnx; install it with: pip install 'spminer[onnx]'") from error
    export_onnx(loaded, output)
