"""The verbs of the command line, loaded."""

import click

from spminer.cli.commands import application


def verbs() -> dict[str, click.Command]:
    """Each verb by its name."""
    context = click.Context(group := application())
    return {name: group.get_command(context, name) for name in group.list_commands(context)}


def parts(verb: click.Command) -> list[click.Command]:
    """A verb and the verbs below it."""
    return [verb, *getattr(verb, "commands", {}).values()]
