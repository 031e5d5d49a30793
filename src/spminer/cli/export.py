"""``spminer export``: a model for other programs."""

from dataclasses import MISSING, dataclass
from pathlib import Path

from spminer._util.options import option
from spminer.cli.options import MODEL, output_file
from spminer.cli.session import Session, takes
from spminer.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """The options of the verb."""

    output: Path = option(MISSING, "Where to write.", metavar="FILE", names=("--output", "-o"), parse=output_file)
    model: str = option(**MODEL)


@takes(ExportOptions)
def command(_session: Session, options: ExportOptions) -> None:
    """Write a model as an ONNX graph.

    Its inputs are adjacency matrices (zero-padded, the anchor first) and sizes, its output is the embedding.

    \b
    Examples:
      spminer export -o default.onnx
      spminer export --model run/model.safetensors -o model.onnx
    """
    from spminer.encoder.model import load_model

    model = load_model(options.model)
    try:
        from spminer.encoder.onnx_export import export_onnx
    except ImportError as error:
        raise UsageError("export needs onnx; install it with: pip install 'spminer[onnx]'") from error
    export_onnx(model, options.output)
