import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch

import spminer
from spminer.encoder.model import expected_shapes
from spminer.encoder.training.config import preset
from spminer.encoder.training.trainer import (
    Trainer,
    append_line,
    cut_after,
    make_optimizer,
    named_state,
    restore_state,
    train,
)
from spminer.errors import InputError, UsageError

TINY = replace(preset("tiny"), steps=8, batch=64, validate_every=4, validation_pairs=64, checkpoint_every=2)


QUICK = {"device": "cpu", "threads": 1}


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Threads that wait for each other are slow where others work too."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def weights(trainer):
    return {**trainer.model.state_dict(), **{f"average.{k}": v for k, v in trainer.average.state_dict().items()}}


def assert_same(one, other):
    for name, value in weights(one).items():
        assert torch.equal(value, weights(other)[name]), name


def test_a_run_in_parts_ends_with_the_same_weights_and_log(tmp_path):
    short = replace(TINY, steps=3)
    whole = train(short, tmp_path / "whole", **QUICK)
    for step in range(1, 4):
        parts = train(short, tmp_path / "parts", **QUICK, time_limit=1e-6)
        assert parts.progress.step == step
    assert_same(whole, parts)


def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path):
    long = replace(TINY, steps=100_000)
    code = (
        "from tests.encoder.training.test_trainer import *\n"
        f"train(replace(TINY, steps=100_000), {str(tmp_path / 'killed')!r}, **QUICK)"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        deadline = time.monotonic() + 60
        while not (tmp_path / "killed" / "checkpoint.safetensors").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    resumed = Trainer(long, tmp_path / "killed", **QUICK)
    assert resumed.resume()
    step = resumed.progress.step
    assert step > 0
    assert step % TINY.checkpoint_every == 0
    unbroken = Trainer(long, tmp_path / "unbroken", **QUICK)
    for batches in unbroken.feed.steps(0, step):
        unbroken.step(batches)
        unbroken.progress.step += 1
    assert_same(unbroken, resumed)


def test_steps_may_change_on_the_way_but_nothing_else(tmp_path):
    train(TINY, tmp_path, **QUICK)
    assert train(replace(TINY, steps=10), tmp_path, **QUICK).progress.step == 10
    with pytest.raises(UsageError, match="another configuration"):
        train(replace(TINY, margin=0.5), tmp_path, **QUICK)


def test_training_lowers_the_loss(tmp_path):
    lines = []
    train(replace(TINY, steps=40, validate_every=10, warmup=5), tmp_path, **QUICK, report=lines.append)
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert lines[-1]["average_precision"] > 0.5


def test_the_average_is_what_was_trained(tmp_path):
    trainer = train(TINY, tmp_path, **QUICK)
    trained = trainer.trained()
    assert set(trained) == set(expected_shapes(TINY.model))
    assert all((trained[name] == value.numpy()).all() for name, value in trainer.average.state_dict().items())
    assert any((trained[name] != value.detach().numpy()).any() for name, value in trainer.model.named_parameters())


def test_learning_rates_rise_and_fall(tmp_path):
    trainer = Trainer(replace(TINY, steps=100, warmup=10), tmp_path, **QUICK)
    rates = [trainer.learning_rate(step) for step in range(100)]
    assert rates[0] == pytest.approx(TINY.learning_rate / 10)
    assert max(rates) == rates[9] == pytest.approx(TINY.learning_rate, rel=0.03)
    assert rates[9:] == sorted(rates[9:], reverse=True)
    assert trainer.learning_rate(100) == pytest.approx(TINY.learning_rate / 100)
    constant = Trainer(replace(TINY, warmup=0, schedule="constant"), tmp_path, **QUICK)
    assert {constant.learning_rate(step) for step in (0, 5, 50)} == {TINY.learning_rate}


@pytest.mark.parametrize(
    "damage", [lambda _: b"", lambda data: data[:-9], lambda data: data.replace(b"config", b"konfig")]
)
def test_a_damaged_checkpoint_is_named(tmp_path, damage):
    train(replace(TINY, steps=1), tmp_path, **QUICK)
    path = tmp_path / "checkpoint.safetensors"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match=r"checkpoint\.safetensors: is damaged .*delete it"):
        train(replace(TINY, steps=2), tmp_path, **QUICK)


BLOCKS = replace(preset("tiny-blocks"), steps=6, validate_every=3, checkpoint_every=2)


def test_a_run_on_blocks_in_parts_ends_with_the_same_weights(tmp_path):
    whole = train(BLOCKS, tmp_path / "whole", **QUICK)
    while (parts := train(BLOCKS, tmp_path / "parts", **QUICK, time_limit=1e-6)).progress.step < BLOCKS.steps:
        pass
    assert_same(whole, parts)


def test_training_on_blocks_learns_to_tell_what_the_signature_leaves_open(tmp_path):
    lines = []
    train(replace(BLOCKS, steps=60, validate_every=20, warmup=5), tmp_path, **QUICK, report=lines.append)
    assert lines[-1]["open_auroc"] > 0.6
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert lines[-1]["pairs"] == 60 * 2 * 24 * 40


def test_data_that_a_run_cannot_use_is_refused(tmp_path):
    ring = spminer.from_edges([(i, (i + 1) % 50) for i in range(50)]).target()
    with pytest.raises(UsageError, match="support only one graph"):
        Trainer(TINY, tmp_path, sources=[ring, ring], **QUICK)
    perceptron = replace(BLOCKS, model=replace(BLOCKS.model, output="mlp"))
    with pytest.raises(UsageError, match="not supported by a perceptron"):
        Trainer(perceptron, tmp_path, **QUICK)


TINY_OPTIMIZER = preset("tiny")


RATE = torch.tensor(0.1)


def model_and_optimizer(kind="adamw"):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 1))
    return model, make_optimizer(replace(TINY_OPTIMIZER, optimizer=kind), model, RATE)


def step(model, optimizer, seed):
    optimizer.zero_grad()
    model(torch.randn(5, 3, generator=torch.Generator().manual_seed(seed))).sum().backward()
    optimizer.step()


@pytest.mark.parametrize(("kind", "expected"), [("adam", torch.optim.Adam), ("adamw", torch.optim.AdamW)])
def test_the_configuration_names_the_optimizer(kind, expected):
    _, optimizer = model_and_optimizer(kind)
    assert type(optimizer) is expected
    assert optimizer.param_groups[0]["weight_decay"] == TINY_OPTIMIZER.weight_decay


def test_the_learning_rate_is_read_again_at_each_step():
    rate = torch.zeros(())
    model, _ = model_and_optimizer()
    optimizer = make_optimizer(TINY_OPTIMIZER, model, rate)
    before = model[0].weight.detach().clone()
    step(model, optimizer, 1)
    assert torch.equal(model[0].weight, before)
    rate.fill_(0.1)
    step(model, optimizer, 1)
    assert not torch.equal(model[0].weight, before)


def test_a_restored_state_goes_on_as_the_old_one_would():
    model, optimizer = model_and_optimizer()
    step(model, optimizer, 1)
    kept = {name: value.clone() for name, value in named_state(optimizer, model).items()}
    assert {name.rpartition(".")[0] for name in kept} == {name for name, _ in model.named_parameters()}
    other, fresh = model_and_optimizer()
    other.load_state_dict(model.state_dict())
    restore_state(fresh, other, kept)
    step(model, optimizer, 2)
    step(other, fresh, 2)
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), other.parameters(), strict=True))


def test_an_optimizer_that_never_stepped_has_no_state():
    model, optimizer = model_and_optimizer()
    assert named_state(optimizer, model) == {}
    restore_state(optimizer, model, {})
    assert not optimizer.state


FIELDS = ("step", "loss")


def test_lines_come_after_one_header(tmp_path):
    path = tmp_path / "log.csv"
    append_line(path, {"step": 10, "loss": 0.123456789})
    append_line(path, {"step": 20, "loss": 1e-9})
    assert path.read_text() == "step,loss\n10,0.123457\n20,1e-09\n"


def test_lines_of_steps_that_will_be_made_again_are_dropped(tmp_path):
    path = tmp_path / "log.csv"
    for step in (10, 20, 30):
        append_line(path, {"step": step, "loss": 1 / step})
    cut_after(path, 20, FIELDS)
    assert path.read_text() == "step,loss\n10,0.1\n20,0.05\n"
    append_line(path, {"step": 25, "loss": 0.5})
    assert path.read_text().splitlines()[-1] == "25,0.5"
    cut_after(path, 0, FIELDS)
    assert path.read_text() == "step,loss\n"


def test_without_a_log_there_is_nothing_to_cut(tmp_path):
    cut_after(tmp_path / "log.csv", 5, FIELDS)
    assert not list(tmp_path.iterdir())
