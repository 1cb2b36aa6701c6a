"""A desktop's groups without a service manager: programs below a folder `app.slice` of a check's own."""

import contextlib
import os
import pathlib
import subprocess

from support.harness import Skip, World, cgroup_mount, wait_until

ENTRY = "[Desktop Entry]\nType=Application\nName={name}\nExec=true\n"


class DesktopWorld(World):
    """A daemon that looks for the desktop's apps in a folder of groups of the check's own."""

    def __init__(self, bin_folder, name):
        place = place_for_groups()
        super().__init__(bin_folder, name)
        self.top = place / f"{self.groups}-desktop"
        self.slice = self.top / "app.slice"
        self.slice.mkdir(parents=True)
        self.machine = self.folder / "machine"
        for part in ("sys", "dev", "etc/torpor", "share/applications"):
            (self.machine / part).mkdir(parents=True)
        self.programs = []

    def daemon_command(self, **options):
        command = super().daemon_command(**dict(options, machine=self.machine))
        return [*command, "--app-slice", str(self.slice)]

    def program(self, unit, entry, *command, environment=None):
        """Starts a program as a desktop does: in a group of its own, by a .desktop file if `entry` names one."""
        if entry:
            self.desktop_file(entry)
        group = self.slice / unit
        group.mkdir(exist_ok=True)
        words = [str(word) for word in command or ("sleep", "1000")]
        process = subprocess.Popen(
            words, env=environment or dict(os.environ), start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=lambda: (group / "cgroup.procs").write_text("0"),
        )
        self.note(process, group)
        return group, process.pid

    def desktop_file(self, entry):
        text = ENTRY.format(name=entry.title())
        (self.machine / "share/applications" / f"{entry}.desktop").write_text(text)

    def note(self, process, group):
        """A program that ends with the others."""
        self.programs.append((process, group))

    def listed(self):
        """What `torpor adopt` shows, by identifier or by the name of the group."""
        return {row.get("app") or row["name"]: row for row in self.call("ListAdoptable")["apps"]}

    def wait_for_adoption(self, app):
        wait_until(f"{app} adopted", lambda: self.listed().get(app, {}).get("isAdopted"))

    def adopt(self):
        self.torpor("adopt")

    def files(self):
        """All that could be changed about the groups, and who is in them."""
        names = ("cgroup.freeze", "cgroup.procs", "cgroup.subtree_control", "cpu.weight", "io.weight")
        return {
            str(file): file.read_text()
            for group in sorted(self.slice.iterdir()) if group.is_dir()
            for file in (group / name for name in names) if file.exists()
        }

    def end_programs(self):
        """Ends what the desktop has started, and removes its groups."""
        for process, group in self.programs:
            (group / "cgroup.freeze").write_text("0")
            # A browser has helpers, and a shell has jobs.
            (group / "cgroup.kill").write_text("1")
            process.wait()
            wait_until(f"the end of {group.name}", lambda: remove(group))
        self.programs = []
        for file in (self.machine / "share/applications").iterdir():
            file.unlink()

    def close(self):
        with contextlib.suppress(OSError):
            self.end_programs()
        super().close()
        for folder in (self.slice, self.top):
            with contextlib.suppress(OSError):
                folder.rmdir()


def place_for_groups():
    """The uppermost group above this process in which it may make groups: of root all, of a user what was delegated."""
    mount = pathlib.Path(cgroup_mount())
    own = next((line[3:].strip("/\n") for line in open("/proc/self/cgroup") if line.startswith("0::")), "")
    parts = pathlib.Path(own).parts
    for depth in range(len(parts) + 1):
        place = mount.joinpath(*parts[:depth])
        # To move a process takes the right to write to the list of the group that both places are below.
        if os.access(place, os.W_OK) and os.access(place / "cgroup.procs", os.W_OK):
            return place
    raise Skip("no control group can be made here: this takes root, or a group that was delegated")


def remove(group):
    try:
        group.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
