import subprocess
import sys

import pytest

import spminer
from spminer._util import devices
from spminer._util.devices import describe_device, resolve_device
from spminer.datasets import example
from spminer.errors import UsageError


def test_what_is_asked_for_is_taken():
    assert resolve_device("cpu") == "cpu"
    assert describe_device("cpu") == "cpu"


def test_without_a_gpu_auto_is_the_cpu_and_cuda_says_what_to_do(monkeypatch):
    monkeypatch.setattr(devices, "_gpu_count", lambda: 0)
    assert resolve_device("auto") == "cpu"
    with pytest.raises(UsageError, match=r"no GPU.*leave --device"):
        resolve_device("cuda")


def test_without_torch_auto_is_the_cpu_and_cuda_says_what_to_install(monkeypatch):
    monkeypatch.setattr(devices, "_gpu_count", lambda: 1)
    monkeypatch.setitem(sys.modules, "torch", None)
    assert resolve_device("auto") == "cpu"
    with pytest.raises(UsageError, match=r"pip install 'spminer\[train\]'"):
        resolve_device("cuda")


def test_a_torch_that_cannot_use_the_gpu_is_named(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(devices, "_gpu_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert resolve_device("auto") == "cpu"
    with pytest.raises(UsageError, match=f"torch \\({torch.__version__.replace('+', '.')}\\) cannot use"):
        resolve_device("cuda")


@pytest.fixture
def gpu(monkeypatch):
    """A GPU that torch can use, as far as it says."""
    torch = pytest.importorskip("torch")
    devices._compiles.cache_clear()
    monkeypatch.setattr(devices, "_gpu_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a GPU")
    yield torch
    devices._compiles.cache_clear()


def test_a_gpu_that_torch_compiles_kernels_for_is_taken(gpu, monkeypatch):
    monkeypatch.setattr(gpu.cuda, "_compile_kernel", lambda *_: None, raising=False)
    assert resolve_device("auto") == resolve_device("cuda") == "cuda"
    assert describe_device("cuda").startswith("cuda (a GPU, torch ")


def failing(*_):
    raise OSError("Could not find any NVRTC library")


@pytest.mark.parametrize("compiler", [None, failing], ids=["of an old torch", "without its library"])
def test_without_a_compiler_of_kernels_auto_is_the_cpu_and_cuda_names_the_torch_it_needs(gpu, monkeypatch, compiler):
    if compiler is None:
        monkeypatch.delattr(gpu.cuda, "_compile_kernel", raising=False)
    else:
        monkeypatch.setattr(gpu.cuda, "_compile_kernel", compiler, raising=False)
    assert resolve_device("auto") == "cpu"
    with pytest.raises(UsageError, match=r"cannot compile kernels.*install torch 2\.9 or newer.*leave --device"):
        resolve_device("cuda")
    assert resolve_device("auto", kernels=False) == resolve_device("cuda", kernels=False) == "cuda"


def test_no_torch_is_imported_where_there_is_no_gpu():
    code = (
        "import sys, spminer\n"
        "from spminer._util import devices\n"
        "devices._gpu_count = lambda: 0\n"
        "from spminer.datasets import example\n"
        "spminer.mine(example(), sizes=4, method='greedy', walks=3, neighborhoods=5)\n"
        "sys.exit('torch' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("method", ["exact", "grow", "auto"])
def test_methods_that_embed_nothing_refuse_a_gpu(method):
    with pytest.raises(UsageError, match="does not use a GPU"):
        spminer.mine(example(), sizes=3, method=method, device="cuda")


def test_a_score_that_embeds_nothing_refuses_a_gpu():
    with pytest.raises(UsageError, match="embeds nothing"):
        spminer.mine(example(), sizes=3, method="greedy", score="matched", device="cuda")


def test_an_unknown_device_is_refused():
    with pytest.raises(UsageError, match="device must be one of auto, cpu, cuda"):
        spminer.mine(example(), sizes=3, device="gpu")
