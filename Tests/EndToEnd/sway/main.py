"""Runs the session with Torpor and without, and says what was frozen, what was lost, and what it cost."""

import argparse
import json
import pathlib
import sys

from support.harness import Failure, Skip
from support.options import OPTIONS

from sway import figure
from sway.hours import looks
from sway.programs import missing
from sway.session import perform

SEED = 16
# A step of the build takes from 0.7 s to 2 s beside the others; it is to last for a good part of the session.
STEPS_EACH_MINUTE = 24
SKIPPED = 77


def main(text):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", **OPTIONS["--bin"])
    parser.add_argument("--minutes", type=float, default=5, help="how long two hours take (default: 5)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"what the changes are drawn from (default: {SEED})")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="where what was recorded is written, as JSON")
    parser.add_argument("--picture", type=pathlib.Path, metavar="FILE", help="where it is drawn, as SVG")
    parser.add_argument("--draw", type=pathlib.Path, metavar="FILE", help="draw what --out has written, and run nothing")
    options = parser.parse_args()
    if options.draw:
        result = json.loads(options.draw.read_text())
    else:
        if lacks := missing():
            print(f"skip  sway-session: not installed: {', '.join(lacks)} (apt install {' '.join(lacks)})")
            return SKIPPED
        try:
            result = run(options)
        except Skip as skip:
            print(f"skip  sway-session: {skip}")
            return SKIPPED
        except Failure as failure:
            print(f"FAIL  sway-session: {failure}", file=sys.stderr)
            return 1
    if options.out:
        options.out.write_text(json.dumps(result) + "\n")
    if options.picture:
        options.picture.write_text(figure.draw(result))
    print(words(result))
    return 0


def run(options):
    chosen = looks(options.seed, options.minutes)
    steps = max(10, int(options.minutes * STEPS_EACH_MINUTE))
    print(f"sway-session: {len(chosen)} looks in {options.minutes:g} minutes, twice", flush=True)
    return {
        kind: perform(options.bin.resolve(), chosen, kind == "with", steps) for kind in ("with", "without")
    }


def words(result):
    """What came of it, as lines of a table."""
    governed, plain = result["with"], result["without"]
    used, alone = governed["cpu"][-1][1], plain["cpu"][-1][1]
    lines = [f"{'':10}{'frozen':>16}{'times':>7}{'CPU with':>11}{'without':>10}  nothing lost"]
    for name in governed["frozen"]:
        spans = governed["frozen"][name]
        frozen = sum(end - begin for begin, end in spans)
        lines.append(
            f"{name:10}{frozen:8.1f} s {100 * frozen / governed['seconds']:4.0f} %{len(spans):7}"
            f"{used[name]:9.1f} s{alone[name]:8.1f} s  {governed['said'][name]}"
        )
    for name, text in (("session", "sway, sound"), ("torpor", "Torpor")):
        lines.append(f"{text:33}{used[name]:9.1f} s{alone[name]:8.1f} s")
    total, other = sum(used.values()), sum(alone.values())
    lines.append(f"{'all':33}{total:9.1f} s{other:8.1f} s  {100 * (total - other) / other:+.0f} %")
    times = sorted(milliseconds for _, milliseconds in governed["thaws"])
    if times:
        lines.append(f"{len(times)} looks at a frozen program: it ran {times[len(times) // 2]:.0f} ms after the choice (median; {times[-1]:.0f} ms at most)")
    return "\n".join(lines)
