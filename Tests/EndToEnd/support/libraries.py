"""The Python that has the libraries of senders, which nobody here wrote."""

import functools
import subprocess

from support.harness import ROOT, Skip, require


@functools.cache
def libraries():
    """That Python; scripts/push-clients makes it."""
    made = subprocess.run(
        [ROOT / "scripts" / "push-clients", "--python"], capture_output=True, text=True, timeout=300)
    if made.returncode:
        raise Skip(f"the libraries cannot be had: {made.stderr.strip()[-300:]}")
    return made.stdout.strip()


def send_apns(library, gateway, token, topic, payload, sender):
    """Sends by one of the libraries for Apple's service, over TLS."""
    address = gateway.senders.rsplit(":", 1)
    done = subprocess.run(
        [libraries(), ROOT / "Tests" / "EndToEnd" / "support" / "apns_push.py", library, address[1], token, topic,
         payload, gateway.key, *sender, gateway.certificate[0]],
        capture_output=True, text=True, timeout=60)
    require(done.returncode == 0, f"{library} failed: {done.stderr.strip()[-600:]}")
