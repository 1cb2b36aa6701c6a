"""The checks of `scripts/end-to-end` in the machine: on a pure tree of control groups, as root and as a user."""

import ast
import concurrent.futures
import itertools
import queue
import re
import threading
import time

from support import archives, record, samples
from support.laboratory import Laboratory
from support.places import ROOT, Failure, Skip, wait_until
from support.wheels import fetched

# pytest and what it needs, for the machine's Python.
PYTEST = ("pytest==8.3.5", "pluggy==1.7.0", "iniconfig==2.3.1", "packaging==26.4", "pytest-xdist==3.6.1", "execnet==2.1.1")
# What they run or imitate of a desktop and of servers, beside what the image has.
DEBIAN = ("python3-dbusmock", "python3-gi", "gir1.2-gtk-3.0", "python3-yaml", "dunst", "nginx-light", "openssl", "curl")
# What the checks read of this tree, by the same names there.
BRINGS = (
    "Tests/EndToEnd", "Tests/Golden", "Tests/Servers", "Packaging", "Scenarios", "Examples/python", "man", "docs/guide", "scripts/end-to-end",
    "scripts/varlink-python", "scripts/push-clients", "scripts/push", "scripts/package",
)
PLACE = "/opt/torpor"
# What only checks start: recordings are replayed by it.
SIMULATOR = "torpor-simulate"
# Where the checks look for programs that scripts/build-services makes.
SERVICES = ".build-services/release"
# Each processor of the machine is shared by two of them; here eight wait for each other on two real ones.
LANES = 4
# How long a check waits for what happens within moments on a real processor: 30 s there.
PATIENCE_SECONDS = 120
# From one line to the next; after that QEMU, or a check, has stopped without a word.
SILENCE_SECONDS = 1800
# What asserts milliseconds says nothing here.
PARTS = ("lanes", "nested", "machine", "nested-machine")
# As root, and as a user whose service manager has delegated a part of its tree (docs/guide/start.md).
USERS = {
    "root": "",
    "ada": "export XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus\n"
           "exec systemd-run --user --scope --slice=session.slice --quiet --collect -p Delegate=yes ",
}
VERDICTS = ("ok", "FAIL", "skip")
# As scripts/end-to-end says it.
LINE = re.compile(r"(ok|FAIL|skip) +(\w+): .* \(([\d.]+) s\)$")
# What a check says that would run once something is built.
NOT_BUILT = "is not built"


def run(options):
    """Runs them as the users, at the same time, with what is installed; 1 where one of them does not hold."""
    users = options.user or list(USERS)
    names = {user: missing(user) if options.missing else options.names for user in users}
    users = [user for user in users if names[user] or not options.missing]
    if not users:
        print("lab: every check of scripts/end-to-end is on record")
        return 0
    laboratory = Laboratory(options.bin)
    try:
        print(f"lab: from the snapshot in {laboratory.start():.0f} s", flush=True)
        laboratory.begin_installed()
        prepare(laboratory)
        with concurrent.futures.ThreadPoolExecutor(len(users)) as threads:
            failed = sum(threads.map(lambda user: run_as(laboratory, user, names[user], options.quick), users))
    finally:
        laboratory.end()
    return 1 if failed else 0


def names_of_checks():
    """Those that are run here, by what scripts/end-to-end has: all that do not assert milliseconds."""
    found = []
    for path in sorted((ROOT / "Tests/EndToEnd/checks").glob("*.py")):
        text = path.read_text()
        if "pytestmark = pytest.mark.quiet" in text:
            continue
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
                if not any("mark.quiet" in ast.unparse(mark) for mark in function.decorator_list):
                    found.append(function.name.removeprefix("test_"))
    return found


def kind_of(user):
    return f"end-to-end {user}"


def missing(user):
    """Those that have neither held as a user nor said for what reason they cannot run."""
    known = record.last(kind_of(user))
    return [name for name in names_of_checks() if not (name in known and is_settled(known[name]))]


def is_settled(line):
    return line["verdict"] == "ok" or line["verdict"] == "skip" and NOT_BUILT not in line["seen"]


def prepare(lab):
    """The checks start daemons of their own, beside which none runs."""
    lab.bring([(ROOT / name, name) for name in BRINGS] + [(fetched("pytest", PYTEST), "pytest")], PLACE)
    if (simulator := lab.bin_folder / SIMULATOR).exists():
        lab.bring([(simulator, SIMULATOR)], "/usr/bin")
    samples.bring(lab, PLACE)
    install_debian(lab)
    lab.sh(
        "systemctl stop torpord.socket torpord.service; loginctl enable-linger ada\n"
        # Not installed: checks start them, as they start the daemon.
        f"for one in /root/parts/services/*.deb /root/parts/dashboard/*.deb; do [ ! -f $one ] || dpkg-deb -x $one {PLACE}/services; done\n"
        f"mkdir -p {PLACE}/{SERVICES} && cp {PLACE}/services/usr/bin/* {PLACE}/{SERVICES}/ 2>/dev/null\n"
        # ada reads them, too.
        f"chmod -R a+rX {PLACE}"
    )
    wait_until("ada's manager", lambda: lab.sh("test -S /run/user/1000/bus && echo yes; true").strip())


def install_debian(lab):
    """What cannot be fetched is said, and the checks that want it skip."""
    try:
        archives.install(lab, "end-to-end", DEBIAN)
    except Skip as skip:
        print(f"lab: {skip}", flush=True)


def words_of(user, names, isQuick):
    words = [f"TORPOR_PATIENCE_SECONDS={PATIENCE_SECONDS}", f"PYTHONPATH={PLACE}/pytest", "PYTHONDONTWRITEBYTECODE=1", "/usr/bin/python3"]
    words += ["-B", f"{PLACE}/scripts/end-to-end", "--bin", "/usr/bin"]
    if names:
        words += names
    else:
        words += ["--lanes", str(LANES), *itertools.chain(*(("--only", part) for part in PARTS)), *(["--quick"] if isQuick else [])]
    return f"cd {PLACE}\n{USERS[user]}env {' '.join(words)} 2>&1 </dev/null\n"


def lines_of(child):
    """What it prints, line by line; queue.Empty where it prints nothing for too long."""
    lines = queue.SimpleQueue()

    def read():
        for line in child.stdout:
            lines.put(line)
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := lines.get(timeout=SILENCE_SECONDS)) is not None:
        yield line


def run_as(lab, user, names, isQuick):
    """Runs them as one user, and says their lines as they come, of which each goes on record; how many did not hold."""
    began = time.monotonic()
    print(f"lab: scripts/end-to-end as {user}", flush=True)
    child = lab.machine.start_in(words_of(user, names, isQuick), user)
    counts, last, heard = dict.fromkeys(VERDICTS, 0), "", Heard(user, lab.programs)
    try:
        for line in lines_of(child):
            print(f"  {user} {line.rstrip()}", flush=True)
            last = line.strip() or last
            if word := heard.take(line.rstrip()):
                counts[word] += 1
        status = child.wait()
    except queue.Empty:
        raise Failure(f"no line in {SILENCE_SECONDS // 60} minutes; the last one was: {last}") from None
    finally:
        heard.write()
        child.kill()
    said = ", ".join(f"{counts[name]} {text}" for name, text in zip(VERDICTS, ("hold", "failed", "skipped")))
    print(f"lab: as {user} {said} ({time.monotonic() - began:.0f} s)", flush=True)
    if not any(counts.values()):
        raise Failure(f"scripts/end-to-end as {user} ended with {status}: {last}")
    # What ended before its time held only as far as it came.
    return max(counts["FAIL"], 1) if status else counts["FAIL"] if names else 0


class Heard:
    """The line of a check and the one behind it, in which it says what it saw."""

    def __init__(self, user, programs):
        self.user, self.programs = user, programs
        self.found, self.seen = None, ""

    def take(self, line):
        """The verdict, where a line has one."""
        if found := LINE.match(line):
            self.write()
            self.found, self.seen = found, ""
            return found[1]
        if self.found and not self.seen:
            self.seen = line.strip()
        return None

    def write(self):
        if self.found:
            verdict, name, seconds = self.found.groups()
            record.add(kind_of(self.user), name, verdict, float(seconds), self.programs, self.seen)
        self.found = None
