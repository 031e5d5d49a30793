"""The choice of a device: what a user asks for, and what there is. Imports torch only if a GPU was found."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from typing import Literal, get_args

from spminer.errors import UsageError

__all__ = ["TORCH_ON_CPU", "Device", "check_device", "describe_device", "resolve_device"]

Device = Literal["auto", "cpu", "cuda"]

# Torch on CPU tensors, for tests: the code of the GPU without one.
TORCH_ON_CPU = "cpu-torch"


def check_device(wish: str) -> None:
    """Refuse what is no device.

    >>> check_device("gpu")
    Traceback (most recent call last):
    spminer.errors.UsageError: no device 'gpu'; choose one of auto, cpu, cuda
    """
    if wish not in (*get_args(Device), TORCH_ON_CPU):
        raise UsageError(f"no device {wish!r}; choose one of {', '.join(get_args(Device))}")


def resolve_device(wish: str) -> str:
    """The device that is meant: ``"auto"`` is ``"cuda"`` where torch is installed and finds a GPU, else ``"cpu"``.

    >>> resolve_device("cpu")
    'cpu'
    """
    check_device(wish)
    if wish in ("cpu", TORCH_ON_CPU):
        return wish
    lacking = _lacking()
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


def _lacking() -> str | None:
    """What stands in the way of CUDA and what to do about it, or ``None``."""
    instead = "or leave --device (device=) at auto or cpu"
    if sys.modules.get("torch", ...) is None or find_spec("torch") is None:
        return f"device cuda needs torch; install it with: pip install 'spminer[train]', {instead}"
    if _gpu_count() == 0:
        return f"device cuda: there is no GPU that NVIDIA's driver shows; see nvidia-smi, {instead}"
    import torch

    if not torch.cuda.is_available():
        return f"device cuda: this torch ({torch.__version__}) cannot use the GPU; install one for CUDA, {instead}"
    return None


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
