"""Checks on the packages for Debian, and on the daemon as systemd starts it."""

import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
from contextlib import closing

from support.harness import ROOT, World, lacking, require, wait_until

UNITS = ROOT / "Packaging" / "systemd"


class Manager:
    """What of systemd a daemon sees: a socket for its notices, and a socket that listens for it."""

    def __init__(self, world):
        self.world = world
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(str(world.folder / "notify"))
        self.notices.settimeout(30)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(world.socket)
        self.listener.listen(16)

    def start(self, *options, watchdog_seconds=None, is_journal=False):
        """Starts the daemon as descriptor 3 and the variables of a unit have it; waits for nothing."""
        environment = dict(os.environ, NOTIFY_SOCKET=str(self.world.folder / "notify"), LISTEN_FDS="1")
        if watchdog_seconds:
            environment["WATCHDOG_USEC"] = str(int(watchdog_seconds * 1e6))
        with open(self.world.log, "ab") as log:
            if is_journal:
                facts = os.fstat(log.fileno())
                environment["JOURNAL_STREAM"] = f"{facts.st_dev}:{facts.st_ino}"
            # The number of the process is known to it alone, and it must not change.
            shell = ["sh", "-c", 'LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$@" 3<&0 </dev/null', "sh"]
            self.world.daemon = subprocess.Popen(
                [*shell, *self.world.daemon_command(), *options],
                env=environment, stdin=self.listener, stdout=log, stderr=log, start_new_session=True,
            )

    def notice(self):
        """The next notice, which is waited for."""
        try:
            return self.notices.recv(4096).decode()
        except TimeoutError:
            last = self.world.log.read_text().splitlines()[-3:]
            raise AssertionError(f"no notice came within 30 s; the log ends with {last}") from None

    def close(self):
        self.notices.close()
        self.listener.close()


def test_systemd_is_told(world):
    """a service manager that waits is told when the daemon is ready, that it lives, and that it ends; priorities stand before its lines"""
    with closing(World(world.bin_folder, "systemd")) as own, closing(Manager(own)) as manager:
        manager.start(watchdog_seconds=0.2, is_journal=True)
        ready = manager.notice()
        require(ready == f"READY=1\nSTATUS=serves {own.socket}", ready)
        require(own.call("GetVersion")["version"], "it is not ready")
        require(manager.notice() == "WATCHDOG=1", "it does not say that it lives")
        # What it starts is no service of that manager.
        own.torpor("run", "--detach", "--id", "run.sleep.told", "--", "sleep", "600")
        wait_until("the command", lambda: own.state_of("run.sleep.told") == "active")
        process = int((own.group("run.sleep.told") / "cgroup.procs").read_text().split()[0])
        names = {entry.split("=")[0] for entry in pathlib.Path(f"/proc/{process}/environ").read_text().split("\0")}
        require(not names & {"NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS", "JOURNAL_STREAM"}, f"an app has {names}")
        own.torpor("uninstall", "run.sleep.told")
        os.kill(own.daemon.pid, signal.SIGTERM)
        said = [manager.notice()]
        while said[-1] == "WATCHDOG=1":
            said.append(manager.notice())
        require(said[-1] == "STOPPING=1", said)
        status = own.daemon.wait(30)
        require(status == 0, f"it ended with {status}: {own.log.read_text()[-900:]}")
        lines = own.log.read_text().splitlines()
        # No journal listens here, so that the lines have their priorities in front.
        if not pathlib.Path("/run/systemd/journal/socket").exists():
            require(any(re.match(r"<5>torpord: ready ", line) for line in lines), lines)
        own.daemon = None
        return f"READY=1, {len(said)} × WATCHDOG=1 at 0.2 s, STOPPING=1"


def test_its_socket_is_systemds(world):
    """who connects before the daemon is there, or after a kill -9, waits and is answered; the socket stays, and another one is refused"""
    with closing(World(world.bin_folder, "systemd")) as own, closing(Manager(own)) as manager:
        def early():
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            client.settimeout(30)
            client.connect(own.socket)
            client.sendall(b'{"method":"io.torpor.Control.GetVersion"}\0')
            return client

        def is_answered(client):
            with client:
                return b'"version"' in client.recv(65536)

        waits = early()
        manager.start()
        require(is_answered(waits), "the first client has no answer")
        require(manager.notice().startswith("READY=1"), "it is not ready")
        own.kill()
        waits = early()
        manager.start()
        require(is_answered(waits), "who came between two daemons has no answer")
        require(manager.notice().startswith("READY=1"), "it is not ready")
        os.kill(own.daemon.pid, signal.SIGTERM)
        status = own.daemon.wait(30)
        require(status == 0, f"it ended with {status}: {own.log.read_text()[-900:]}")
        require(pathlib.Path(own.socket).is_socket(), "it has removed the socket")
        waits = early()
        manager.start("--socket", str(own.folder / "elsewhere"))
        require(own.daemon.wait(30) == 1, "it takes a socket of another path")
        told = own.log.read_text().splitlines()[-1]
        require(
            f"the service manager has handed the daemon unix {own.socket}, and the daemon is to listen on unix "
            f"{own.folder}/elsewhere; give ListenStream= of the socket unit and --socket the same path" in told,
            told,
        )
        waits.close()
        own.daemon = None
        pathlib.Path(own.socket).unlink()
        return "2 clients that came early, one of them after a kill -9"


def test_units_are_in_order(world):
    """the units are what systemd-analyze takes, their sandbox does not reach apps, and the bridge's is rated"""
    if not shutil.which("systemd-analyze"):
        raise lacking("systemd-analyze is missing here (apt-get install systemd)")
    seen = {}
    for kind in ("system", "user"):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            units, programs = root / "usr/lib/systemd/system", root / "usr/bin"
            units.mkdir(parents=True)
            programs.mkdir()
            (root / "lib").symlink_to("usr/lib")
            (root / "bin").symlink_to("usr/bin")
            shutil.copy("/bin/true", programs / "sh")
            for own in (UNITS / kind).iterdir():
                shutil.copy(own, units)
            # The units that they refer to; those of users are verified beside them, as a root folder has one place.
            for place in ("system", "user"):
                for unit in pathlib.Path("/usr/lib/systemd", place).glob("*"):
                    if unit.suffix in (".target", ".slice") and unit.is_file() and not (units / unit.name).exists():
                        shutil.copy(unit, units)
            names = sorted(own.name for own in (UNITS / kind).iterdir())
            for name in names:
                for line in (UNITS / kind / name).read_text().splitlines():
                    if line.startswith("ExecStart="):
                        shutil.copy("/bin/true", programs / pathlib.Path(line.split("=")[1].split()[0]).name)
            done = subprocess.run(
                ["systemd-analyze", "verify", "--man=no", f"--root={root}", *names], capture_output=True, text=True
            )
            require(done.returncode == 0 and not done.stderr.strip(), f"{kind}: {done.stderr}")
            for name in names:
                if not name.endswith(".service"):
                    continue
                rated = subprocess.run(
                    ["systemd-analyze", "security", "--offline=yes", f"--root={root}", name], capture_output=True, text=True
                )
                found = re.search(r"exposure level for \S+: ([\d.]+) (\w+)", rated.stdout)
                require(found, rated.stderr)
                seen[f"{kind} {name}"] = float(found.group(1))
    require(seen["user torpor-session.service"] <= 6.5, f"the bridge is rated {seen}")
    # Those that strangers reach.
    for name in ("torpor-pushd.service", "torpor-gateway.service"):
        require(seen[f"system {name}"] <= 1.5, f"{name} is rated {seen}")
    # Apps inherit what confines the daemon, and cannot leave it: sudo, mounts and browsers would fail in them.
    confines = re.compile(
        r"^(NoNewPrivileges|Protect\w+|Private\w+|Restrict\w+|SystemCall\w+|CapabilityBoundingSet|MemoryDenyWriteExecute|"
        r"LockPersonality|ReadOnlyPaths|InaccessiblePaths|TemporaryFileSystem|RootDirectory|DynamicUser|User|KillMode)=(.*)",
        re.M,
    )
    for kind in ("system", "user"):
        found = [match[0] for match in confines.finditer((UNITS / kind / "torpord.service").read_text())]
        require(found == ["KillMode=process"], f"{kind}: {found}")
    return ", ".join(f"{name} {exposure}" for name, exposure in sorted(seen.items()))


def test_packages_are_whole(world):
    """the packages have every program with its pages, completions and units; a later journal is refused, and purging leaves nothing"""
    for tool in ("dpkg-deb", "dpkg-shlibdeps", "strip"):
        if not shutil.which(tool):
            raise lacking(f"{tool} is missing here (apt-get install dpkg-dev binutils)")
    folder = world.folder / "packages"
    made = subprocess.run(
        [ROOT / "scripts/package", "--bin", world.bin_folder, "--out", folder, "--version", "0.1.0~check", "--compression", "none"],
        capture_output=True, text=True, env=dict(os.environ, DEBFULLNAME="A check", DEBEMAIL="check@example.org"),
    )
    require(made.returncode == 0, made.stderr)
    root, fields, scripts = folder / "root", {}, folder / "scripts"
    for package in sorted(folder.glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, root], check=True)
        text = subprocess.run(["dpkg-deb", "-f", package], capture_output=True, text=True, check=True).stdout
        name = re.search("^Package: (.*)", text, re.M)[1]
        fields[name] = text
        (scripts / name).mkdir(parents=True)
        subprocess.run(["dpkg-deb", "-e", package, scripts / name], check=True)
        listed = subprocess.run(["dpkg-deb", "-c", package], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            require(line.split()[1] == "root/root", f"{name} has a file of another user: {line}")
            require(line[0] == "l" or (line[5] != "w" and line[8] != "w"), f"others may write in {name}: {line}")
    require({"torpord", "torpor", "torpor-session", "torpor-simulate"} <= set(fields), f"there are only {sorted(fields)}")
    require("Depends: torpord (= 0.1.0~check)" in fields["torpor"], fields["torpor"])
    # Each has the version, also where it depends on another one of exactly its own.
    for text in fields.values():
        require("\nVersion: 0.1.0~check\n" in text, text)
        require(set(re.findall(r"torpor\S* \(= ([^)]*)\)", text)) <= {"0.1.0~check"}, text)

    pages = {page.name.split(".")[0]: page for page in (root / "usr/share/man").rglob("*.gz")}
    programs = sorted(file.name for file in (root / "usr/bin").iterdir())
    for name in programs:
        require(name in pages, f"{name} has no manual page")
    for name in ("torpord", "torpor-session", "torpor-transferd", "torpor-pushd", "torpor-gateway"):
        # The services are built apart.
        if name not in programs:
            continue
        page = subprocess.run(["zcat", pages[name]], capture_output=True, text=True, check=True).stdout.replace("\\-", "-")
        told = subprocess.run([root / "usr/bin" / name, "--help"], capture_output=True, text=True, check=True).stdout
        for option in set(re.findall(r"--[a-z][a-z-]+", told)) - {"--at", "--every"}:
            require(option in page, f"the page of {name} lacks {option}")
    require(not (scripts / "torpor-gateway" / "preinst").exists(), "the gateway's package looks at a journal of devices")
    for script in sorted(scripts.glob("*/p??*[tm]")):
        subprocess.run(["sh", "-n", script], check=True)

    completions = root / "usr/share/bash-completion/completions/torpor"
    offered = bash_offers(world, completions, "torpor settings page")
    require(offered == ["pageOutAfter"], f"`torpor settings page` is completed to {offered}")
    world.torpor("run", "--detach", "--id", "run.sleep.completed", "--", "sleep", "600")
    world.torpor("when", "--name", "offered-job", "--power", "ac", "--battery", "100", "--", "true")
    offered = bash_offers(world, completions, "torpor why ")
    require({"run.sleep.completed", "offered-job"} <= set(offered), f"`torpor why` is completed to {offered}")
    require(bash_offers(world, completions, "torpor jobs cancel off") == ["offered-job"], "a job is not offered")
    require("launch" in bash_offers(world, completions, "torpor la"), "a verb is not offered")
    world.torpor("uninstall", "run.sleep.completed")
    world.torpor("jobs", "cancel", "offered-job", status=None)

    refused, purged = maintained(world, scripts / "torpord")
    return f"{len(fields)} packages, {len(programs)} programs, {len(pages)} pages; {refused}; {purged}"


def bash_offers(world, completions, line):
    """What bash completes a line to, by the script of the package."""
    if not shutil.which("bash"):
        raise lacking("bash is missing here")
    words = line.split(" ")
    script = (
        f"shopt -s extglob; . {completions}; COMP_WORDS=({' '.join(word or chr(39) * 2 for word in words)}); COMP_CWORD={len(words) - 1}; "
        f"COMP_LINE='{line}'; COMP_POINT={len(line)}; COMP_TYPE=9; "
        'complete -p torpor >/dev/null; set -- $(complete -p torpor); while [ "$1" != -F ]; do shift; done; '
        f'"$2" torpor "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"; printf "%s\\n" "${{COMPREPLY[@]}}"'
    )
    environment = dict(world.environment, PATH=f"{world.bin_folder}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=60)
    return [word.strip() for word in done.stdout.splitlines() if word.strip()]


def maintained(world, scripts):
    """Runs preinst and postrm where /var/lib is a folder of the check, and /etc, /run and /sys are empty ones."""
    if os.getuid() != 0:
        return "nothing refused and purged", "only root can try that"
    folder, kept = world.folder / "var-lib", world.folder / "kept"
    with closing(World(world.bin_folder, "packaged")) as other:
        other.start()
        other.kill()
        # As after a power cut: the last of it is in the log beside the file.
        shutil.copytree(other.state, folder / "torpor")
        other.start()
    journal = folder / "torpor" / "journal.sqlite"

    def runs(script, *words, first=":"):
        """How the script ends, and which files are left where it may remove some."""
        inside = (
            f'mount --bind "$0" /var/lib && {first} && for place in /etc /run /sys; do mount -t tmpfs none $place || exit 99; done; '
            "mkdir -p /etc/torpor /run/torpor /sys/fs/cgroup/torpor/apps; touch /etc/torpor/restrictions.conf; "
            'sh "$@"; status=$?; find /etc /run /sys/fs /var/lib -mindepth 1 ! -path "/var/lib/torpor/*" ! -path /sys/fs/cgroup ! -path "/run/mount*"; exit $status'
        )
        return subprocess.run(
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", inside, folder, scripts / script, *words],
            capture_output=True, text=True,
        )

    tried = runs("preinst", "upgrade", "0.1.0~check")
    if tried.returncode == 99 or "unshare:" in tried.stderr:
        return "nothing refused and purged", f"no mount name space here: {tried.stderr.strip()}"
    require(tried.returncode == 0, f"its own journal is refused: {tried.stderr}")
    reads = int(re.search("^READS=(\\d+)$", (scripts / "preinst").read_text(), re.M)[1])
    with closing(sqlite3.connect(journal)) as database:
        written = database.execute("PRAGMA user_version").fetchone()[0]
        require(written == reads, f"the package reads format {reads}, and the daemon writes {written}")
        database.execute("PRAGMA journal_mode=WAL")
        database.execute(f"PRAGMA user_version={reads + 1}")
        database.commit()
        # It is in the log alone as long as the database is open.
        before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
        tried = runs("preinst", "upgrade", "0.2.0")
        told = " ".join(tried.stderr.split())
        require(
            tried.returncode == 1
            and "torpor: version 0.1.0~check cannot open /var/lib/torpor/journal.sqlite: a later version has written it in "
            f"format {reads + 1}, and this one reads formats up to {reads}. Nothing was changed." in told,
            tried.stderr,
        )
        require(before == {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}, "preinst changes something")
    tried = runs("postrm", "remove")
    require(tried.returncode == 0 and journal.exists(), f"removing deletes the state: {tried.stderr}")
    require("/etc/torpor/restrictions.conf" in tried.stdout, "removing deletes the administrator's file")
    # What is mounted below the state, from the same disk, too.
    kept.mkdir()
    (kept / "file").write_text("elsewhere")
    mounted = folder / "torpor" / "containers" / "mounted"
    mounted.mkdir()
    tried = runs("postrm", "purge", first=f"mount --bind {kept} /var/lib/torpor/containers/mounted")
    require(tried.returncode == 0 and journal.exists() and (kept / "file").exists(), f"purging enters a mount: {tried.stderr}")
    require(
        "torpord: something is mounted at /var/lib/torpor or below it, so that nothing there is deleted. Unmount it, and "
        "delete the folder." in tried.stderr,
        tried.stderr,
    )
    tried = runs("postrm", "purge")
    require(tried.returncode == 0 and not (folder / "torpor").exists(), f"purging leaves the state: {tried.stderr}")
    require(not tried.stdout.strip(), f"purging leaves {tried.stdout}")
    # A program that still runs writes there meanwhile.
    (folder / "torpor").mkdir()
    stop, ended = folder / "stop", folder / "ended"
    writes = (
        "i=0; while [ ! -e /var/lib/stop ] && [ $i -lt 20000 ]; do i=$((i + 1)); mkdir -p /var/lib/torpor/a; "
        "echo > /var/lib/torpor/a/$i; done; echo > /var/lib/ended"
    )
    tried = runs("postrm", "purge", first=f"{{ ({writes}) >/dev/null 2>&1 & }}")
    require(tried.returncode == 0, f"purging fails beside a program that writes: {tried.stderr}")
    stop.touch()
    wait_until("the end of what is written", ended.exists, 60)
    stop.unlink()
    ended.unlink()
    shutil.rmtree(folder / "torpor", ignore_errors=True)
    (folder / "torpor").symlink_to(kept)
    tried = runs("postrm", "purge")
    require((kept / "file").exists(), "purging follows a link")
    require(f"torpord: /var/lib/torpor is a link to {kept}, which is not deleted." in tried.stderr, tried.stderr)
    return f"a journal of format {reads + 1} is refused by a package of {reads}", "purging leaves nothing"
