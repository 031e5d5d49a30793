"""Kernels of a GPU run by the CPU, so that machines without a GPU test their sources too."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import torch

import spminer.encoder.gpu
from spminer.encoder.gpu.embedder import GpuEmbedder

SOURCES = Path(spminer.encoder.gpu.__file__).parent
SHIM = Path(__file__).parent / "cuda_on_cpu.hh"
KERNELS = {
    "signature.cu": ("signature_bytes",),
    "layers.cu": ("node_features", "add_neighbors", "pool_layers"),
    "mix.cu": ("mix_layers",),
    "penalty.cu": ("penalty_sums",),
}


@lru_cache
def _library(source):
    folder = Path(mkdtemp(prefix="spminer-cuda-"))
    wrapper = folder / "kernel.cc"
    launches = "".join(
        f'extern "C" void launch_{name}(const unsigned* grid, const unsigned* block, void** arguments) '
        f"{{ launch({name}, grid, block, arguments); }}\n"
        for name in KERNELS[source]
    )
    wrapper.write_text(f'#include "{SHIM}"\n#include "{SOURCES / source}"\n{launches}')
    built = folder / "kernel.so"
    compiler = ["c++", "-std=c++20", "-O1", "-shared", "-fPIC", "-Wno-unknown-pragmas"]
    subprocess.run([*compiler, str(wrapper), "-o", str(built)], check=True)
    library = ctypes.CDLL(str(built))
    shutil.rmtree(folder)
    return library


def compile_kernel(source, name):
    """As :func:`spminer.encoder.gpu.kernels.compile_kernel`, for the CPU."""
    function = getattr(_library(source), f"launch_{name}")

    def run(grid, block, arguments):
        values = [
            ctypes.c_void_p(value.data_ptr()) if isinstance(value, torch.Tensor) else ctypes.c_int(value)
            for value in arguments
        ]
        addresses = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        function((ctypes.c_uint * 3)(*grid), (ctypes.c_uint * 3)(*block), addresses)

    return run


def embedder(model, *, memory=2**30):
    """A model by the kernels, on the CPU."""
    return GpuEmbedder(model, "cpu", compiler=compile_kernel, memory=memory)
