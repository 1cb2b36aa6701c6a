"""Five ordinary programs in a login into sway: what is frozen when, that nothing hangs, and the processor time without Torpor."""

import time

from support.places import require, wait_until
from support.programs import BROWSER, BUILD, EDITOR, FILES, PLAYER, Programs
from support.runner import in_sway
from support.sway import SwayDesktop

# What nobody looks at waits; what plays, and what builds, does not.
WAITING, WORKING = (BROWSER, EDITOR, FILES), (PLAYER, BUILD)
LOOKS = (BROWSER, EDITOR, FILES, PLAYER, BUILD, BROWSER)
# Several times the grace before a freeze.
LOOK_SECONDS = 15


class Session:
    """Looks at one program after the other; what was seen, of which the checks are in `look`."""

    def __init__(self, programs):
        self.programs = programs
        self.samples, self.seconds, self.stood = [], 0.0, None
        self.first = programs.processor_seconds()

    def look(self, name):
        programs = self.programs
        before = programs.position(), programs.steps()
        programs.show(name)
        programs.wait_for_thaw(name)
        if name == BROWSER and self.stood is not None:
            wait_until("the page's next number", lambda: programs.count() > self.stood)
        began = time.monotonic()
        while time.monotonic() - began < LOOK_SECONDS:
            frozen = programs.frozen()
            require(not frozen & {*WORKING, name}, f"at a look at {name} there was frozen {sorted(frozen)}")
            self.samples.append(frozen)
            if BROWSER in frozen:
                count = programs.count()
                require(self.stood in (None, count) or BROWSER not in self.samples[-2], f"a frozen page counts: {self.stood}, {count}")
                self.stood = count
            time.sleep(1)
        # The player comes back to the same place after 20 s of its tone, but hardly to the same microsecond.
        wait_until("the player's next moment", lambda: programs.position() != before[0])
        wait_until("the build's next step", lambda: programs.steps() > before[1])

    def run(self):
        """Processor time in seconds a minute of each, and of the whole session with Torpor's own."""
        began = time.monotonic()
        for name in LOOKS:
            self.look(name)
        minutes, last = (time.monotonic() - began) / 60, self.programs.processor_seconds()
        used = {name: (last[name] - self.first[name]) / minutes for name in last}
        return used | {"all": used["the user"] + used["torpord"]}

    def share(self, name):
        """In how many of a hundred looks of ours it was frozen."""
        return round(100 * sum(name in frozen for frozen in self.samples) / len(self.samples))


@in_sway
def check_governs_five_programs_of_a_login(lab):
    """of a browser, an editor, a file manager, a player and a build in a terminal the first three freeze off the screen, and nothing is lost"""
    desktop = SwayDesktop(lab)
    desktop.attach()
    programs = Programs(desktop)
    lab.torpor("adopt")
    wait_until("adoption", lambda: all(desktop.adoptable().get(name, {}).get("isAdopted") for name in WAITING))
    groups = len(desktop.adoptable()[BROWSER]["groups"])
    require(groups == len(programs.groups[BROWSER]), f"of the browser {groups} groups are known: {desktop.adoptable()}")
    governed = Session(programs)
    with_torpor = governed.run()
    for name in WAITING:
        require(governed.share(name), f"{name} was never frozen: {desktop.adoptable()}")
    why = {name: desktop.adoptable()[name].get("obstacle") for name in WORKING}
    lab.torpor("adopt --off")
    wait_until("all to run", lambda: not programs.frozen())
    desktop.sh("systemctl --user stop torpor-session.service")
    lab.sh("systemctl stop torpord.socket torpord.service")
    without = Session(programs).run()
    programs.close()
    shares = ", ".join(f"{name} {governed.share(name)} %" for name in WAITING)
    used = ", ".join(f"{name} {with_torpor[name]:.1f}/{without[name]:.1f}" for name in (*WAITING, *WORKING, "all"))
    return (
        f"frozen in {len(LOOKS)} looks: {shares}, never mpv ({why[PLAYER]}) and foot ({why[BUILD]}); {programs.steps()} steps built; "
        f"processor seconds a minute with/without Torpor: {used}, torpord {with_torpor['torpord']:.2f}; all ended when they were closed"
    )
