"""Compilation of the CUDA kernels in this folder at their first use, by torch's compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from spminer._util.devices import kernels_missing
from spminer.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator


__all__ = ["Compiler", "compile_kernel", "full_precision"]

Kernel = Callable[[tuple[int, int, int], tuple[int, int, int], tuple[Any, ...]], None]  # grid, block and arguments
Compiler = Callable[[str, str], Kernel]


@lru_cache(maxsize=16)
def compile_kernel(source: str, name: str) -> Kernel:
    """The kernel of this name in a source file."""
    text = Path(__file__).with_name(source).read_text(encoding="utf-8")
    try:
        kernel: Kernel = torch.cuda._compile_kernel(text, name)
    except (OSError, RuntimeError) as error:
        raise UsageError(kernels_missing()) from error
    return kernel


@contextmanager
def full_precision() -> Iterator[None]:
    """Matrix products in float32, whatever the user's program has set, and no gradients."""
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")
    try:
        with torch.inference_mode():
            yield
    finally:
        torch.set_float32_matmul_precision(before)
