"""Checks on places: a track, played to gpsd by its own player and to a GeoClue, against what an app is told."""

import datetime
import math
import os
import shutil
import signal
import subprocess
import threading
import xml.etree.ElementTree

import pytest

from support.desktop import PYTHON
from support.harness import ROOT, Skip, now_ns, require, wait_until
from support.players import player

HOME = (52.52, 13.405)
RADIUS_METRES = 150
# A stay that long on the other side of the boundary is a crossing (docs/decisions/0011).
STAY_SECONDS = 20
# The fixes that are asked for that near are 5 s apart; the rest is the machine's.
SLACK_SECONDS = 15


def metres_north(second):
    """Where the walk is: 500 m to the south, at home for half a minute, 500 m to the north."""
    if second < 45:
        # A bridge that waits for gpsd looks for it every few seconds.
        return min(0, -500 + 100 * max(0, second - 14))
    return min(500, 100 * (second - 45))


def write_track(path):
    """The walk as a GPX file with a point a second."""
    begin = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    points = []
    for second in range(90):
        latitude = HOME[0] + math.degrees(metres_north(second) / 6371009)
        moment = (begin + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
        points.append(
            f'<trkpt lat="{latitude:.7f}" lon="{HOME[1]}"><ele>35</ele><time>{moment}</time>'
            "<fix>3d</fix><sat>8</sat><hdop>1.0</hdop></trkpt>"
        )
    path.write_text(
        '<?xml version="1.0"?><gpx version="1.1" creator="torpor" '
        'xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>' + "".join(points)
        + "</trkseg></trk></gpx>",
        encoding="utf-8",
    )


def read_track(path):
    """The points of a GPX file: seconds from its beginning, latitude, longitude."""
    space = "{http://www.topografix.com/GPX/1/1}"
    points = []
    for point in xml.etree.ElementTree.parse(path).iter(space + "trkpt"):
        moment = datetime.datetime.fromisoformat(point.find(space + "time").text.replace("Z", "+00:00"))
        points.append((moment.timestamp(), float(point.get("lat")), float(point.get("lon"))))
    return [(moment - points[0][0], latitude, longitude) for moment, latitude, longitude in points]


def distance_metres(latitude, longitude):
    """From home, on a sphere: half a percent of some hundred metres off at the most."""
    a, b = math.radians(latitude), math.radians(HOME[0])
    chord = (
        math.sin((a - b) / 2) ** 2
        + math.cos(a) * math.cos(b) * math.sin(math.radians(longitude - HOME[1]) / 2) ** 2
    )
    return 2 * 6371009 * math.asin(math.sqrt(chord))


def crossings(points):
    """The truth: when the track comes into the region, and when it leaves it."""
    inside = [distance_metres(latitude, longitude) <= RADIUS_METRES for _, latitude, longitude in points]
    times = [second for second, _, _ in points]
    entry = times[inside.index(True)]
    return entry, times[inside.index(False, inside.index(True))]


def watch(world, app):
    """Installs an app that watches the region and nothing else, and sends it home."""
    region = {
        "identifier": "home", "latitude": HOME[0], "longitude": HOME[1],
        "radiusMetres": RADIUS_METRES,
    }
    monitor = {"call": "StartMonitoringRegion", "parameters": {"region": region}}
    return player(world, app, {"didFinishLaunching": [monitor]}, modes=["location"])


def compare(world, app, begun_ns, points):
    """Waits for both crossings, and holds them against the truth."""
    entry, exit = crossings(points)
    wait_until("the exit", lambda: world.events(app, "didExitRegion"), exit + 45)
    told = {}
    for event in world.events(app):
        if event["event"] in ("didEnterRegion", "didExitRegion"):
            require(event["event"] not in told, f"{event['event']} came twice")
            told[event["event"]] = (event["ns"] - begun_ns) / 1e9
    lags = []
    for name, truth in [("didEnterRegion", entry), ("didExitRegion", exit)]:
        require(name in told, f"the app was told {sorted(told)} alone")
        lag = told[name] - truth
        require(
            STAY_SECONDS - 2 <= lag <= STAY_SECONDS + SLACK_SECONDS,
            f"{name} came {lag:.1f} s after the crossing at {truth:.0f} s",
        )
        lags.append(lag)
    world.torpor("uninstall", app)
    return f"entry told {lags[0]:.1f} s, exit {lags[1]:.1f} s after the boundary; a stay takes 20 s"


def test_follows_a_track_through_geoclue(world, desktop):
    """a track that a GeoClue plays has a frozen app told of a region's entry and exit, as they were"""
    service = ROOT / "Tests" / "Servers" / "geoclue.py"
    desktop.start(PYTHON, str(service), str(world.folder / "geoclue.calls"))
    desktop.wait_for("org.freedesktop.GeoClue2")
    path = world.folder / "walk.gpx"
    write_track(path)
    points = read_track(path)

    def move(latitude, longitude):
        desktop.busctl(
            "call", "org.freedesktop.GeoClue2", "/test", "io.torpor.Test", "Move", "ddd",
            f"{latitude:.7f}", f"{longitude:.7f}", "10",
        )

    move(*points[0][1:])
    desktop.bridge()
    app = watch(world, "e2e.walker.geoclue")
    begun = now_ns()
    is_over = threading.Event()

    def play():
        for second, latitude, longitude in points:
            if is_over.wait(max(0, begun / 1e9 + second - now_ns() / 1e9)):
                return
            move(latitude, longitude)

    playing = threading.Thread(target=play)
    playing.start()
    try:
        return compare(world, app, begun, points)
    finally:
        is_over.set()
        playing.join()


@pytest.mark.xdist_group("gpsd")
def test_follows_a_track_through_gpsd(world, desktop):
    """a track that gpsd's own player plays has a frozen app told of a region's entry and exit, as they were"""
    missing = [
        tool for tool in ["gpsd", "gpsfake", "gpsbabel", "unshare", "nsenter", "ip"]
        if not shutil.which(tool, path="/usr/sbin:/usr/bin:/sbin:/bin")
    ]
    if missing:
        raise Skip(f"{', '.join(missing)} missing (apt install gpsd-clients gpsd gpsbabel iproute2)")
    if os.geteuid() != 0:
        raise Skip("the bridge asks gpsd on its own port, and a network of its own takes root")
    path = world.folder / "walk.gpx"
    write_track(path)
    points = read_track(path)
    nmea = world.folder / "walk.nmea"
    subprocess.run(
        ["gpsbabel", "-i", "gpx", "-f", str(path), "-o", "nmea", "-F", str(nmea)], check=True,
        timeout=60,
    )
    count = len(nmea.read_text().splitlines())
    # A network of their own: gpsd's port may be taken on this machine.
    network = desktop.start("unshare", "--net", "sh", "-c", "ip link set lo up && exec sleep infinity")
    inside = ["nsenter", f"--net=/proc/{network.pid}/ns/net"]
    own = os.readlink("/proc/self/ns/net")
    wait_until("the network", lambda: os.readlink(f"/proc/{network.pid}/ns/net") != own)
    wait_until(
        "the loopback",
        lambda: "UP" in subprocess.run(
            [*inside, "ip", "link", "show", "lo"], capture_output=True, text=True, timeout=10
        ).stdout.split("state", 1)[0],
    )
    # The bridge is there before gpsd, as after a start of the machine.
    command = [*inside, str(world.bin_folder / "torpor-session")]
    desktop.start(*command)
    wait_until("the bridge's first facts", lambda: desktop.part("callers") is True, 10)
    app = watch(world, "e2e.walker.gpsd")
    # Each sentence takes as long as the track's seconds have; `-1`: once.
    fake = desktop.start(
        *inside, "gpsfake", "-q", "-1", "-c", f"{points[-1][0] / count:.4f}", "-u", str(nmea)
    )
    begun = now_ns()
    try:
        return compare(world, app, begun, points)
    finally:
        # It ends its gpsd then.
        fake.send_signal(signal.SIGINT)
        try:
            fake.wait(10)
        except subprocess.TimeoutExpired:
            pass
