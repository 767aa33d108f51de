"""`completion`: scripts by which shells complete commands, options, pictures and files."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from costcurves.cli.commands import command
from costcurves.cli.option_types import Choice

#: Where each shell reads such a script from.
_PLACES = {
    "bash": 'add to ~/.bashrc: eval "$(costcurves completion bash)"',
    "zsh": 'add to ~/.zshrc: eval "$(costcurves completion zsh)"',
    "fish": "costcurves completion fish > ~/.config/fish/completions/costcurves.fish",
}
#: Variable by which the script asks what completes a line, as click names it.
_ASKS = "_COSTCURVES_COMPLETE"


@command(
    """
    completion bash
    completion fish > ~/.config/fish/completions/costcurves.fish
    """
)
@click.argument("shell", type=Choice(list(_PLACES)), metavar="SHELL")
def completion(*, shell: str) -> None:
    """Print the script that lets SHELL (bash, zsh or fish) complete commands, options and files."""
    kind = get_completion_class(shell)
    assert kind is not None  # click knows all three
    made = kind(click.get_current_context().find_root().command, {}, "costcurves", _ASKS)
    # The script itself: shells look at their own version, which need not be the one that is installed here.
    click.echo(ShellComplete.source(made))
    click.echo(f"# To keep it, {_PLACES[shell]}")
