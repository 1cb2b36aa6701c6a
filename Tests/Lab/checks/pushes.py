"""The packages of a push gateway and of the link to it, as services of systemd."""

import json
import pathlib
import subprocess
import tempfile
import time

from checks.installation import rating_of
from support.places import Skip, require, wait_until

# What `systemd-analyze security` says of them at most: both are reached by strangers, and start no program.
RATING_MAX = 1.5
STATE = "/var/lib/torpor-gateway"
SENDER = "--team TEAMTEAM01 --key-id KEYKEYKEY1"


def certificate():
    """A certificate for the machine itself, with its key: texts in PEM."""
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder, name) for name in ("certificate.pem", "key.pem")]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9000",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
            check=True, capture_output=True,
        )
        return [file.read_text() for file in files]


def unit_of(lab, process):
    return lab.sh(f"cat /proc/{process}/cgroup").strip()


def check_pushes_by_services(lab):
    """gateway and link run as users without rights: a push comes by TLS to a frozen app, and survives a restart of both; purging leaves no state"""
    if not lab.sh("ls /root/parts/services/*.deb 2>/dev/null; true").strip():
        raise Skip("the push services are not built; scripts/build-services --release builds them")
    users = "_torpor-push", "_torpor-gateway"
    lab.install("services")
    # Nothing is named yet: neither runs, and neither has failed.
    for unit in ("torpor-pushd", "torpor-gateway"):
        state = lab.sh(f"systemctl show -p ActiveState --value {unit}").strip()
        require(state == "inactive", f"{unit} is {state}: {lab.sh(f'systemctl status {unit}; true')}")
    require(not lab.sh("systemctl --failed --plain --no-legend").strip(), lab.sh("systemctl --failed"))
    words = lab.sh("tr '\\0' ' ' </proc/$(systemctl show -p MainPID --value torpord)/cmdline")
    require("--push-user _torpor-push" in words, f"the daemon runs as: {words}")
    # Of this moment, which is later than that of the snapshot.
    chain, key = certificate()
    lab.sh(f"date -s @{int(time.time())}")
    lab.sh(
        f"mkdir -p -m 755 /etc/torpor-gateway && cat >/etc/torpor-gateway/certificate.pem <<'P'\n{chain}P\n"
        f"(umask 077; cat >/etc/torpor-gateway/key.pem <<'P'\n{key}P\n)\n"
        f"runuser -u _torpor-gateway -- torpor-gateway key add --data {STATE} {SENDER} --generate >/root/sender.p8\n"
        "systemctl start torpor-gateway\n"
        "printf 'TORPOR_PUSH_GATEWAY=wss://localhost:8444\\nTORPOR_PUSHD_OPTIONS=\"--certificate /etc/torpor-gateway/certificate.pem\"\\n' "
        ">/etc/default/torpor-pushd; systemctl start torpor-pushd"
    )
    wait_until("the connection", lambda: link_of(lab).get("isAvailable"))
    for unit, user in zip(("torpor-pushd", "torpor-gateway"), users):
        process = lab.sh(f"systemctl show -p MainPID --value {unit}").strip()
        status = lab.sh(f"ps -o user:32= -p {process}; grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/{process}/status").split()
        require(status == [user, "CapEff:", "0" * 16, "CapBnd:", "0" * 16, "NoNewPrivs:", "1", "Seccomp:", "2"], f"{unit}: {status}")
    ratings = {unit: rating_of(lab, f"{unit}.service") for unit in ("torpor-pushd", "torpor-gateway")}
    require(max(ratings.values()) <= RATING_MAX, f"systemd-analyze security: {ratings}")

    lab.install_player("lab.pushed", {
        "didFinishLaunching": [{"call": "RegisterForPush", "parameters": {"kind": "remote"}}],
        "didReceiveRemoteNotification": [{"complete": "newData"}],
    }, "remote-notification")
    token = wait_until("its token", lambda: lab.events("lab.pushed", "called"))[0]["reply"]["token"]
    lab.torpor("home lab.pushed")
    lab.wait_for_state("lab.pushed", "suspended")
    push(lab, token, 1)
    wait_until("the first push", lambda: len(lab.events("lab.pushed", "didReceiveRemoteNotification")) == 1)
    # One that is sent while nobody is linked waits at the gateway, which is restarted meanwhile.
    lab.sh("systemctl stop torpor-pushd")
    push(lab, token, 2)
    lab.sh("systemctl restart torpor-gateway && systemctl start torpor-pushd")
    wait_until("the second push", lambda: len(lab.events("lab.pushed", "didReceiveRemoteNotification")) == 2)
    # systemd's end of a service that hangs or dies.
    lab.sh("systemctl kill -s KILL torpor-gateway torpor-pushd")
    wait_until("the connection after a kill", lambda: link_of(lab).get("isAvailable"), 300)
    # Who takes it over has the daemon's socket, and gains nothing by it.
    for words in ("run --detach -- sleep 1", "when -- true", "ps"):
        refused = lab.sh(f"runuser -u _torpor-push -- torpor {words} </dev/null 2>&1 || echo REFUSED")
        require("REFUSED" in refused, f"torpor {words} as the link's user says {refused}")
    # Installed once more beside a daemon that was started without it.
    lab.sh("apt-get remove -y -q torpor-pushd 2>&1; systemctl restart torpord")
    lab.install("services")
    wait_until("the connection after another installation", lambda: link_of(lab).get("isAvailable"))
    # A second link takes the daemon, and the service is not started against it.
    other = lab.machine.start_in(
        "exec torpor-pushd --gateway wss://localhost:8444 --certificate /etc/torpor-gateway/certificate.pem --state /root/link"
    )
    wait_until("the end of the first link", lambda: lab.sh("systemctl show -p ExecMainStatus --value torpor-pushd").strip() == "75")
    state = lab.sh("systemctl show -p ActiveState,NRestarts torpor-pushd").split()
    require("ActiveState=failed" in state, f"after another link came: {state}")
    other.kill()
    other.wait()
    lab.sh("apt-get purge -y -q torpor-pushd torpor-gateway 2>&1")
    left = lab.sh(f"ls -d {STATE} /var/lib/torpor-push /etc/default/torpor-pushd /usr/lib/systemd/system/torpord.service.d 2>/dev/null; true")
    require(not left.strip(), f"a purge leaves {left}")
    return f"systemd-analyze security {ratings}; 2 pushes, one of them over a restart of the gateway"


def link_of(lab):
    found = lab.call("GetCapabilities")["capabilities"]
    return next((one for one in found if one["name"] == "push gateway"), {})


def push(lab, token, number):
    payload = json.dumps({"aps": {"content-available": 1}, "number": number})
    said = lab.torpor(
        f"push lab.pushed '{payload}' --gateway https://localhost:8443 --certificate /etc/torpor-gateway/certificate.pem "
        f"--token {token} --key /root/sender.p8 --key-id KEYKEYKEY1 --team TEAMTEAM01"
    )
    require("Accepted by the gateway" in said, said)
