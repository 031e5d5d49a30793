"""Choice of a device: cpu, cuda or auto. Imports torch only if the driver lists a GPU."""

from __future__ import annotations

import ctypes
import sys
from functools import lru_cache
from importlib.util import find_spec
from typing import Literal, get_args

from spminer.errors import UsageError

__all__ = ["Device", "check_device", "describe_device", "kernels_missing", "resolve_device"]

Device = Literal["auto", "cpu", "cuda"]
_INSTEAD = "or leave --device (device=) at auto or cpu"


def check_device(device: str) -> None:
    """Refuse an unknown device.

    >>> check_device("gpu")
    Traceback (most recent call last):
    spminer.errors.UsageError: unknown device 'gpu'; choose one of auto, cpu, cuda
    """
    if device not in get_args(Device):
        raise UsageError(f"unknown device {device!r}; choose one of {', '.join(get_args(Device))}")


def resolve_device(device: str, *, kernels: bool = True) -> str:
    """The device to use: ``"auto"`` becomes ``"cuda"`` if torch finds a usable GPU, else ``"cpu"``.

    Parameters
    ----------
    device
        The device that the user asks for.
    kernels
        Whether the GPU must run the CUDA kernels of the package. Inference needs them, training does not.

    Examples
    --------
    >>> resolve_device("cpu")
    'cpu'
    """
    check_device(device)
    if device == "cpu":
        return device
    lacking = _lacking(kernels=kernels)
    if lacking is not None and device == "cuda":
        raise UsageError(lacking)
    return "cpu" if lacking is not None else "cuda"


def describe_device(device: str) -> str:
    """Name of the device in a result.

    >>> describe_device("cpu")
    'cpu'
    """
    if device != "cuda":
        return device
    import torch

    return f"cuda ({torch.cuda.get_device_name()}, torch {torch.__version__})"


def _lacking(*, kernels: bool) -> str | None:
    """Why CUDA cannot be used, with the remedy; ``None`` if it can."""
    if sys.modules.get("torch", ...) is None or find_spec("torch") is None:
        return f"device cuda needs torch; install it with: pip install 'spminer[train]', {_INSTEAD}"
    if _gpu_count() == 0:
        return f"device cuda: there is no GPU that NVIDIA's driver shows; see nvidia-smi, {_INSTEAD}"
    import torch

    if not torch.cuda.is_available():
        return f"device cuda: this torch ({torch.__version__}) cannot use the GPU; install one for CUDA, {_INSTEAD}"
    if kernels and not _compiles():
        return kernels_missing()
    return None


@lru_cache(maxsize=1)
def _compiles() -> bool:
    """Whether torch compiles CUDA kernels here; tested with an empty one."""
    import torch

    try:
        torch.cuda._compile_kernel('extern "C" __global__ void empty() {}', "empty")
    except (AttributeError, OSError, RuntimeError):  # a torch before 2.9, or without its compiler
        return False
    return True


def kernels_missing() -> str:
    """Error text with the remedy for a torch that compiles no CUDA kernels."""
    import torch

    return (
        f"device cuda: this torch ({torch.__version__}) cannot compile kernels for the GPU; install torch 2.9 or newer "
        f"for CUDA, {_INSTEAD}"
    )


def _gpu_count() -> int:
    """Number of GPUs by NVIDIA's driver, without torch, which takes seconds to import."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return 0
    return count.value
