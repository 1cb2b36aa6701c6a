"""Scenarios as the proof of what takes days of a device."""

from support.harness import ROOT


def simulate(world, *scenarios):
    """Has scenarios of the project run; what the simulator says of them."""
    said = world.torpor("simulate", *[str(ROOT / "Scenarios" / name) for name in scenarios])
    return said.splitlines()[-1]
