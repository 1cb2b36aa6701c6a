"""What has been seen in the lab over many sessions: Tests/Lab/record.tsv, one line for each thing."""

import datetime
import hashlib
import threading

from support.places import SOURCES

FILE = SOURCES / "record.tsv"
FIELDS = ("date", "kind", "name", "verdict", "seconds", "programs", "seen")
# Lines come from the threads of several users.
lock = threading.Lock()


def name_of(bin_folder):
    """What tells programs from others: the first digits of torpord's SHA-256."""
    return hashlib.sha256((bin_folder / "torpord").read_bytes()).hexdigest()[:10]


def lines():
    if not FILE.exists():
        return []
    rows = [line.split("\t") for line in FILE.read_text().splitlines()[1:]]
    return [dict(zip(FIELDS, row)) for row in rows if len(row) == len(FIELDS)]


def add(kind, name, verdict, seconds, programs, seen):
    """Adds a line at once: what ran so far is on record, however this command ends."""
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")
    row = (date, kind, str(name), verdict, f"{seconds:.0f}", programs, " ".join(str(seen).split())[:600])
    with lock:
        isNew = not FILE.exists()
        with open(FILE, "a") as file:
            if isNew:
                file.write("\t".join(FIELDS) + "\n")
            file.write("\t".join(row) + "\n")


def count(kind):
    """How many of a kind have held."""
    return sum(1 for line in lines() if line["kind"] == kind and line["verdict"] == "ok")


def last(kind):
    """The last line of each name of a kind."""
    return {line["name"]: line for line in lines() if line["kind"] == kind}
