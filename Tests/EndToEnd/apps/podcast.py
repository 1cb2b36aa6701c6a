"""A small app with a background session, for the fault matrix.

Usage: podcast.py LOG [--link FOLDER] URL…. Launched by the user it asks for the URLs; whenever it is
launched it opens its session, keeps what has come in its Documents, and says that it is done when it has
heard all. With --link it first puts a link to FOLDER where its downloads come.
"""

import hashlib
import os
import pathlib
import sys

import client
from client import call, log

client.log_path, *urls = sys.argv[1:]
container = pathlib.Path(os.environ["TORPOR_CONTAINER"])
if urls[0] == "--link":
    place = container / "Library" / "Caches" / "io.torpor.transfers"
    place.symlink_to(urls[1])
    log("linked", path=str(place))
    urls = urls[2:]
waking = []


def handle(event):
    name, callback = event["name"], event["callback"]
    facts = ("transfer", "status", "errorCode", "errorName", "cause", "wakeReason", "destination")
    log(name, **{fact: event[fact] for fact in facts if fact in event})
    if name == "didFinishLaunching":
        call("OpenSession", session="episodes", key=callback)
        if event["destination"] == "foreground":
            wanted = [{"url": url, "label": url.rsplit("/", 1)[1]} for url in urls]
            reply = call("StartTransfers", session="episodes", transfers=wanted, key=callback + "s")
            log("submitted", first=reply["first"])
    elif name == "handleEventsForBackgroundURLSession":
        call("OpenSession", session="episodes", key=callback)
        waking.append(callback)
    elif name == "didFinishDownloading":
        path = pathlib.Path(event["path"])
        place = container / "Documents" / event["transfer"]
        is_inside = path.resolve().is_relative_to(container.resolve())
        path.rename(place)
        digest = hashlib.sha256(place.read_bytes()).hexdigest()
        log("kept", path=str(place), sha256=digest, isInside=is_inside)
    elif name == "didFinishEvents":
        for one in waking:
            call("Complete", callback=one, result="success")
        waking.clear()


client.listen(handle)
