from dataclasses import replace

import pytest
import torch

from spminer.encoder.training.config import preset
from spminer.encoder.training.optimizer import make_optimizer, named_state, restore_state

TINY = preset("tiny")
RATE = torch.tensor(0.1)


def model_and_optimizer(kind="adamw"):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 1))
    return model, make_optimizer(replace(TINY, optimizer=kind), model, RATE)


def step(model, optimizer, seed):
    optimizer.zero_grad()
    model(torch.randn(5, 3, generator=torch.Generator().manual_seed(seed))).sum().backward()
    optimizer.step()


@pytest.mark.parametrize(("kind", "expected"), [("adam", torch.optim.Adam), ("adamw", torch.optim.AdamW)])
def test_the_configuration_names_the_optimizer(kind, expected):
    _, optimizer = model_and_optimizer(kind)
    assert type(optimizer) is expected
    assert optimizer.param_groups[0]["weight_decay"] == TINY.weight_decay


def test_the_learning_rate_is_read_anew_at_each_step():
    rate = torch.zeros(())
    model, _ = model_and_optimizer()
    optimizer = make_optimizer(TINY, model, rate)
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
