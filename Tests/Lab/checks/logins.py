"""A login into sway below systemd, with programs in the units that launchers, Flatpak and Snap make (`torpor adopt`)."""

import shlex

from checks.adoption import freeze, saver_of
from support.laboratory import GUEST
from support.places import require, wait_until
from support.runner import in_sway
from support.sway import SwayDesktop

NOTES, SUMS, BUILD = "org.xfce.mousepad", "galculator_galculator", "foot"
FLATPAK = "org.torpor.lab.Sums"
# snapd's own name for the program `galculator` of the snap `galculator`, and for its file.
SNAP_UNIT = "snap.galculator.galculator-4f2f0ae4-3d0c-4a9c-8a52-6a6f5c8f2d11.scope"
SNAP_ENTRIES = "/var/lib/snapd/desktop/applications"
# What systemd writes into its log where a process did not end when it was asked to.
LATE = "Killing"


def settings_of(desktop, groups):
    """Whatever can be set of the groups, as the kernel has it."""
    words = " ".join(shlex.quote(f"/sys/fs/cgroup{group}") for group in groups)
    return desktop.lab.sh(
        f"find {words} -type f -perm -u=w ! -name cgroup.procs ! -name cgroup.threads ! -name '*.pressure' "
        "! -name memory.reclaim ! -name cgroup.kill | sort | xargs -d '\\n' grep -s ''; true"
    )


@in_sway
def check_governs_a_login_of_sway(lab):
    """a login into sway: programs in units of launchers, Flatpak and Snap freeze off the screen and thaw for the focus; `--off` leaves no trace"""
    desktop = SwayDesktop(lab)
    desktop.attach()
    desktop.require_session()
    lab.sh(f"sh {GUEST}/flatpak.sh {FLATPAK} galculator 2>&1", seconds=600)
    lab.sh(
        f"mkdir -p {SNAP_ENTRIES} && printf '[Desktop Entry]\\nType=Application\\nName=Sums\\nExec=galculator\\n' >{SNAP_ENTRIES}/{SUMS}.desktop"
    )
    # As uwsm names scopes and services; below its slice, and below app.slice itself.
    groups = {
        NOTES: desktop.launch(f"app-sway-{NOTES}-5c1f0a3e.scope", "mousepad --disable-server", "app-graphical.slice", "1"),
        BUILD: desktop.launch(
            "app-sway-foot@8b7d6e01.service", "foot sh -c 'while :; do date +%s >>/tmp/build; sleep 1; done'", "app-graphical.slice", "2"
        ),
        SUMS: desktop.launch(SNAP_UNIT, "galculator", workspace="3"),
    }
    windows = {name: desktop.window_of(group) for name, group in groups.items()}
    # Flatpak makes its scope itself.
    desktop.run_on("4", f"exec flatpak run {FLATPAK}")
    groups[FLATPAK] = wait_until("Flatpak's scope", lambda: desktop.groups(f"app-flatpak-{FLATPAK}-*.scope"), 300)[0]
    windows[FLATPAK] = desktop.window_of(groups[FLATPAK])
    require(set(groups) <= set(desktop.adoptable()), f"not all are listed: {desktop.adoptable()}")
    before = settings_of(desktop, groups.values())
    desktop.minimise(windows[NOTES])
    off = (NOTES, SUMS, FLATPAK)
    wait_until("what a dry run says of each", lambda: not any(desktop.adoptable()[name].get("obstacle") for name in off))
    said = lab.torpor("adopt --dry-run")
    frozen = {line.split()[0] for line in said.splitlines() if line.split()[-2:] == ["no", "yes"]}
    require(frozen == set(off), f"a dry run says that these would be frozen: {frozen}: {said}")
    require(settings_of(desktop, groups.values()) == before, f"a dry run has changed something: {said}")
    lab.torpor("adopt")
    for name in off:
        desktop.wait_for_freeze(groups[name])
    for name in off:
        desktop.activate(windows[name])
        desktop.wait_for_thaw(groups[name])
        require(desktop.window_of(groups[name]) == windows[name], f"{name} has another window")
    # The last one is on the screen; the others have left it again.
    for name in off[:-1]:
        desktop.wait_for_freeze(groups[name])
    require(not desktop.is_frozen(groups[FLATPAK]), "what has the focus is frozen")
    require(not desktop.is_frozen(groups[BUILD]), "a terminal with a loop in it is frozen")
    built = lab.sh("wc -l </tmp/build").strip()
    wait_until("the build's next step", lambda: lab.sh("wc -l </tmp/build").strip() != built)
    rows = desktop.adoptable()
    lab.torpor("adopt --off")
    for name in off:
        desktop.wait_for_thaw(groups[name], 30)
    wait_until("the settings as they were", lambda: settings_of(desktop, groups.values()) == before, 30)
    require(not any(row["isAdopted"] for row in desktop.adoptable().values()), f"{desktop.adoptable()}")
    require(not set(groups) & set(lab.apps()), f"apps of Torpor: {lab.apps()}")
    for name in off:
        require(desktop.window_of(groups[name]) == windows[name], f"{name} has another window")
    return (
        f"{NOTES}, {SUMS} (a snap's names) and {FLATPAK} (of flatpak run) frozen and thawed; {BUILD}: {rows[BUILD].get('obstacle')}; "
        f"{len(before.splitlines())} settings of their groups as before"
    )


@in_sway
def check_a_login_of_sway_ends(lab):
    """a logout from sway, and a shutdown, end a frozen program as any other: it is thawed, asked, and saves; systemd kills nothing"""
    desktop = SwayDesktop(lab)
    desktop.attach()
    lab.torpor("adopt")
    for way, end in (("logout", desktop.log_out), ("shutdown", lab.machine.reboot)):
        group, window, saved = saver_of(desktop)
        freeze(desktop, group, window)
        began = lab.sh("date '+%F %T'").strip()
        end()
        require(lab.sh(f"cat {saved} 2>/dev/null; true").strip() == "saved", f"the {way} did not ask it to end")
        late = [line for line in lab.sh(f"journalctl --no-pager -S '{began}'").splitlines() if LATE in line]
        require(not late, f"the {way} had to wait: {late}")
        left = lab.sh(f"ps -u {desktop.user} -o pid=,args=; true").strip()
        require(not left, f"the {way} has left {left}")
        if way == "logout":
            # A second login of the same user, with adoption still on.
            desktop = SwayDesktop(lab)
            desktop.start()
            wait_until("adoption", lambda: lab.call("GetSettings")["adoption"])
    return "saved at the logout and at the shutdown, and no unit had to be killed"
