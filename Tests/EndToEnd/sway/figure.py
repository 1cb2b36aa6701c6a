"""The session as a picture: a lane for each program, and below it the processor time with Torpor and without."""

import html

WIDTH, LEFT, RIGHT, TOP = 860, 92, 64, 58
LANE, BAR, GAP, CHART = 30, 18, 46, 170
# By day and by night, as the other pictures of the documents have them.
LIGHT = {
    "ground": "#fff", "line": "#d1d9e0", "ink": "#1f2328", "faint": "#59636e", "shown": "#2f9e62", "off": "#3b7ddd",
    "frozen": "#b7c0cc", "with": "#2f9e62", "without": "#c9342b",
}
DARK = {
    "ground": "#0d1117", "line": "#3d444d", "ink": "#f0f6fc", "faint": "#9198a1", "shown": "#43b97b", "off": "#5b97ee",
    "frozen": "#4a5563", "with": "#43b97b", "without": "#ff7b72",
}
TITLES = {"browser": "browser", "editor": "editor", "files": "files", "player": "player", "terminal": "terminal"}


def style(colours):
    rules = [f"rect.{name}{{fill:{colours[name]}}}" for name in ("shown", "off", "frozen")]
    rules += [f"path.{name}{{stroke:{colours[name]};fill:none;stroke-width:2}}" for name in ("with", "without")]
    return (
        f"rect.ground{{fill:{colours['ground']};stroke:{colours['line']}}}text{{fill:{colours['ink']};"
        f"font:12px system-ui,sans-serif}}.faint{{fill:{colours['faint']}}}line{{stroke:{colours['line']}}}{''.join(rules)}"
    )


def draw(result):
    governed, plain = result["with"], result["without"]
    seconds = max(governed["seconds"], plain["seconds"])
    across = (WIDTH - LEFT - RIGHT) / seconds
    label = (
        "Five programs of a session of sway, with what was on the screen, what ran off it, and what was frozen; below, the "
        f"processor time of the whole session: {total(governed):.0f} s with Torpor, {total(plain):.0f} s without."
    )
    body = legend()
    for number, name in enumerate(governed["frozen"]):
        body += lane(name, TOP + number * LANE, governed, across)
    bottom = TOP + len(governed["frozen"]) * LANE + GAP
    height = bottom + CHART + 44
    body += chart(governed, plain, bottom, across, seconds)
    text = html.escape(label)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{text}">', f"<title>{text}</title>",
        f"<style>{style(LIGHT)}@media(prefers-color-scheme:dark){{{style(DARK)}}}</style>",
        f'<rect class="ground" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="6"/>', *body, "</svg>", "",
    ])


def total(one):
    return sum(one["cpu"][-1][1].values())


def words(x, y, text, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{html.escape(text)}</text>'


def bar(x, y, width, kind):
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(0.3, width):.1f}" height="{BAR}"/>'


def legend():
    body, x = [], LEFT
    for kind, text in (("shown", "on the screen"), ("off", "runs off the screen"), ("frozen", "frozen")):
        body += [bar(x, 18, 18, kind), words(x + 24, 31, text)]
        x += 160
    return body


def lane(name, y, governed, across):
    """On the screen between a look at it and the next one; frozen where it was; else it ran off the screen."""
    body = [words(LEFT - 10, y + 14, TITLES[name], anchor="end"), bar(LEFT, y, governed["seconds"] * across, "off")]
    starts = [*governed["looks"], [governed["seconds"], None]]
    for begin, end in governed["frozen"][name]:
        body.append(bar(LEFT + begin * across, y, (end - begin) * across, "frozen"))
    for (begin, shown), (end, _) in zip(starts, starts[1:]):
        if shown == name:
            body.append(bar(LEFT + begin * across, y, (end - begin) * across, "shown"))
    return body


def chart(governed, plain, top, across, seconds):
    """Processor time over time, of all programs, sway, sound, and Torpor itself."""
    lines = {kind: [(now, sum(used.values())) for now, used in one["cpu"]] for kind, one in (("without", plain), ("with", governed))}
    most = max(value for line in lines.values() for _, value in line)
    up = CHART / most
    body = [words(LEFT, top - 12, "Processor time of the whole session, Torpor included, in seconds", "faint")]
    step = nice(most / 4)
    for number in range(int(most / step) + 1):
        y = top + CHART - number * step * up
        body += [f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>',
                 words(LEFT - 10, y + 4, f"{number * step:g}", "faint", "end")]
    for minute in range(int(seconds / 60) + 1):
        body.append(words(LEFT + minute * 60 * across, top + CHART + 20, f"{minute} min", "faint", "middle"))
    for kind, line in lines.items():
        points = " L".join(f"{LEFT + now * across:.1f} {top + CHART - value * up:.1f}" for now, value in line)
        now, value = line[-1]
        body += [f'<path class="{kind}" d="M{points}"/>',
                 words(LEFT + now * across + 6, top + CHART - value * up + 4, f"{kind}", anchor="start")]
    return body


def nice(value):
    """A step that people count in."""
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        if step >= value:
            return step
    return value
