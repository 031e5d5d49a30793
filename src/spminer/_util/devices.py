"""Devices: which of cpu, cuda and auto is meant, and what there is. Imports torch only where a GPU was found."""

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


def check_device(wish: str) -> None:
    """Refuse what is no device.

    >>> check_device("gpu")
    Traceback (most recent call last):
    spminer.errors.UsageError: no device 'gpu'; choose one of auto, cpu, cuda
    """
    if wish not in get_args(Device):
        raise UsageError(f"no device {wish!r}; choose one of {', '.join(get_args(Device))}")


def resolve_device(wish: str, *, kernels: bool = True) -> str:
    """The device that is meant: ``"auto"`` is ``"cuda"`` where torch finds a GPU that it can use, else ``"cpu"``.

    Parameters
    ----------
    wish
        What a user asks for.
    kernels
        Whether the GPU has to run the package's CUDA kernels. Inference does, training does not.

    Examples
    --------
    >>> resolve_device("cpu")
    'cpu'
    """
    check_device(wish)
    if wish == "cpu":
        return wish
    lacking = _lacking(kernels=kernels)
    if lacking is not None and wish == "cuda":
        raise UsageError(lacking)
    return "cpu" if lacking is not None else "cuda"


def describe_device(device: str) -> str:
    """What a result says of the device that it was computed on.

    >>> describe_device("cpu")
    'cpu'
    """
    if device != "cuda":
        return device
    import torch

    return f"cuda ({torch.cuda.get_device_name()}, torch {torch.__version__})"


def _lacking(*, kernels: bool) -> str | None:
    """What stands in the way of CUDA and what to do about it, or ``None``."""
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
    """Whether torch compiles CUDA kernels here, asked by compiling an empty one."""
    import torch

    try:
        torch.cuda._compile_kernel('extern "C" __global__ void empty() {}', "empty")
    except (AttributeError, OSError, RuntimeError):  # a torch before 2.9, or without its compiler
        return False
    return True


def kernels_missing() -> str:
    """What to do where torch compiles no CUDA kernels."""
    import torch

    return (
        f"device cuda: this torch ({torch.__version__}) cannot compile kernels for the GPU; install torch 2.9 or newer "
        f"for CUDA, {_INSTEAD}"
    )


def _gpu_count() -> int:
    """GPUs that NVIDIA's driver shows; asked without torch, which takes seconds to import."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return 0
    return count.value
