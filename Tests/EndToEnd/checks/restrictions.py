"""Checks on the file in which an administrator fixes settings."""

import json
import os
from contextlib import closing

from support.actors import Stage
from support.harness import Skip, require, wait_until
from support.machines import machine


FIXED = "wifiOnly=on pageOutAfter=1h\n* location=whenInUse\n"


class AdministratorsFile:
    """The file of a stage's machine, put in place as configuration tools do: beside it, then renamed."""

    def __init__(self, own):
        folder = own.folder / "machine" / "etc" / "torpor"
        folder.mkdir(parents=True, mode=0o755)
        self.path = folder / "restrictions.conf"

    def put(self, text, mode=0o644):
        beside = self.path.with_name("new")
        beside.write_text(text)
        beside.chmod(mode)
        beside.rename(self.path)


def test_an_administrator_fixes_settings(world):
    """a setting that root's file fixes is marked as fixed, a change is refused, and the user's own value comes back when the file is gone; bad files and a kill -9 open nothing"""
    if os.getuid() != 0:
        raise Skip("only root can write a file that counts")
    with closing(Stage(world.bin_folder, "fixed", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine")
        file = AdministratorsFile(own)

        def setting(name, app=()):
            return own.torpor("settings", *app, name).strip()

        def fixed():
            return sorted(own.call("GetRestrictions")["settings"])

        own.start()
        own.torpor("settings", "pageOutAfter=9m")
        file.put(FIXED)
        wait_until("the file's settings", lambda: fixed() == ["pageOutAfter", "wifiOnly"], 30)
        require((setting("wifiOnly"), setting("pageOutAfter")) == ("on", "1h"), "they do not hold")
        own.says(f"wifiOnly=on # fixed by the administrator in {file.path}", "settings")
        refused = own.torpor("settings", "wifiOnly=off", status=1)
        require(
            f"The setting 'wifiOnly' cannot be changed, because the administrator of this machine has fixed it in {file.path}. "
            "Ask the administrator, or change that file as root." in refused,
            refused,
        )
        own.torpor("settings", "dataAllowance=1GB")
        told = own.torpor("log")
        require(f"the administrator has changed {file.path}" in told, told)

        # A file that others may write, or that is no file, changes nothing, also where it frees everything.
        for mode in (0o666, 0o664):
            file.put("", mode)
            wait_until("a word on it", lambda: "others than root may write" in own.torpor("doctor", status=None), 30)
            require(fixed() == ["pageOutAfter", "wifiOnly"], "a file of others has opened it")
            file.put(FIXED)
            wait_until("no word on it", lambda: "others than root may write" not in own.torpor("doctor", status=None), 30)
        own.torpor("settings", "wifiOnly=off", status=1)

        # A mistake is named with its line, and the other lines count.
        file.put("wifionly=on\npageOutAfter=1h\n* location=whenInUse\n")
        mistake = f"{file.path}:1: the device has no setting 'wifionly', only 'wifiOnly'."
        wait_until("the mistake", lambda: mistake in own.torpor("settings"), 30)
        require(mistake in own.log.read_text(), "the log does not say so")
        require(setting("wifiOnly") == "off", "the user's own value has not come back")
        require(setting("pageOutAfter") == "1h", "a mistake elsewhere has freed it")

        own.kill()
        own.start()
        own.torpor("settings", "pageOutAfter=2m", status=1)
        file.path.unlink()
        wait_until("its end", lambda: not fixed(), 30)
        require(setting("pageOutAfter") == "9m", "the user's own value has not come back")
        own.torpor("settings", "pageOutAfter=2m")
        require("restrictions" not in json.loads(own.torpor("settings", "--json")), "--json still has some")
        return "fixed, refused, kept over bad files and a kill -9; 9 min of the user's again without the file"


def test_an_administrator_fixes_settings_of_apps(world):
    """what root's file fixes of all apps and of one holds for those that are installed later, and changes under one that runs"""
    if os.getuid() != 0:
        raise Skip("only root can write a file that counts")
    with closing(Stage(world.bin_folder, "fixedapps", profile="ios26")) as own:
        own.machine = machine(own.folder / "machine")
        file = AdministratorsFile(own)
        file.put("* wifiOnly=on\nrun.sleep.one allowsMicrophone=off wifiOnly=off\n")
        own.start()
        own.torpor("run", "--detach", "--id", "run.sleep.one", "--", "sleep", "600")
        own.torpor("run", "--detach", "--id", "run.sleep.two", "--", "sleep", "600")

        def values(app):
            found = json.loads(own.torpor("settings", app, "--json"))
            return found["wifiOnly"], found["allowsMicrophone"], found.get("restrictions", {}).get("settings")

        require(values("run.sleep.one") == (False, False, ["allowsMicrophone", "wifiOnly"]), values("run.sleep.one"))
        require(values("run.sleep.two") == (True, True, ["wifiOnly"]), values("run.sleep.two"))
        own.torpor("settings", "run.sleep.two", "wifiOnly=off", status=1)
        own.torpor("settings", "run.sleep.two", "allowsMicrophone=off")
        file.put("* allowsMicrophone=on\n")
        wait_until("the new file", lambda: values("run.sleep.one") == (False, True, ["allowsMicrophone"]), 30)
        require(values("run.sleep.two") == (False, True, ["allowsMicrophone"]), values("run.sleep.two"))
        file.path.unlink()
        wait_until("its end", lambda: values("run.sleep.two") == (False, False, None), 30)
        require(values("run.sleep.one") == (False, True, None), values("run.sleep.one"))
        return "2 commands under a file of 2 lines, another of 1, and none"
