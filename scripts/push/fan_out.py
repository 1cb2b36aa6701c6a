"""One message to many devices, by broadcast channels and by mosquitto's topics: a part of scripts/push-load."""

import re
import statistics
import subprocess
import time

from gateway import Gateway
from measured import BYTES, GOAL, PAYLOAD, SHIPPED, Devices, Mosquitto, authorization, processor_seconds, require

# How many messages each sender has under way where all devices get them: with more than one, a device gets several by one
# write, as far as what waits for it fits the buffer of its socket.
FAN_OUT_WINDOWS = (1, 10)


def curl(gateway, path, *words):
    """A request about channels; the headers of its answer."""
    return subprocess.run(
        ["curl", "-sS", "-i", "--http2-prior-knowledge", "-H", f"authorization: {authorization(gateway)}", *words,
         f"http://127.0.0.1:{gateway.ports['Senders']}{path}"], capture_output=True, text=True, check=True).stdout


def gateway_fan_out(options, channels, each, window):
    """Each channel has a sender, and each device is subscribed to all; nothing is kept."""
    with Gateway(SHIPPED, is_plain=True) as gateway:
        made = [re.search(r"apns-channel-id: (\S+)", curl(
            gateway, "/1/apps/com.example.app/channels", "-d",
            '{"message-storage-policy":0,"push-type":"LiveActivity"}'))[1] for _ in range(channels)]
        devices = Devices(options.program, "torpor", gateway.ports["Devices"], options.devices, "--channels",
                          ",".join(made))
        body = gateway.folder / "body"
        body.write_text(PAYLOAD)
        before, begun = processor_seconds(gateway.process), time.monotonic()
        senders = [subprocess.Popen(
            ["h2load", "-n", str(each), "-c", "1", "-m", str(window), "-d", body,
             "-H", f"authorization: {authorization(gateway)}", "-H", f"apns-channel-id: {channel}",
             "-H", "apns-push-type: liveactivity",
             f"http://127.0.0.1:{gateway.ports['Senders']}/4/broadcasts/apps/com.example.app"],
            stdout=subprocess.PIPE, text=True) for channel in made]
        accepted = sum(int(re.search(r"(\d+) 2xx", sender.communicate()[0])[1]) for sender in senders)
        return fan_out_figures(options, devices, gateway.process, accepted, channels * each, before, begun)


def mosquitto_fan_out(options, channels, each, window):
    broker = Mosquitto()
    try:
        devices = Devices(options.program, "mqtt", broker.port, options.devices, "--channels",
                          ",".join(map(str, range(channels))))
        list_path = broker.folder / "order"
        list_path.write_text("".join(f"{number}\n" for number in range(channels)) * each)
        before, begun = processor_seconds(broker.process), time.monotonic()
        subprocess.run([options.program, "publish", "127.0.0.1", str(broker.port), list_path, str(channels),
                        str(window), str(BYTES)], check=True, capture_output=True)
        return fan_out_figures(options, devices, broker.process, channels * each, channels * each, before, begun)
    finally:
        broker.close()


def fan_out_figures(options, devices, process, accepted, sent, before, begun):
    total = sent * options.devices
    got = devices.wait_for(1, total, 20)
    repeated = devices.counts()[0] - got
    length = devices.ended - begun
    processor = processor_seconds(process) - before
    devices.close()
    require(accepted == sent, f"only {accepted} of {sent} are accepted")
    require(got == total, f"{total - got} of {total} did not arrive")
    require(repeated == 0, f"{repeated} arrived twice, and were no deliveries")
    return got / length, processor / got * 1e6


def fan_out(options):
    # As many at once as a channel takes, from as many senders as the other figures have.
    channels, each = 4, 240
    kinds = {"mosquitto": mosquitto_fan_out, "gateway, plain": gateway_fan_out}
    ratios = []
    for window in FAN_OUT_WINDOWS:
        rates = {name: [] for name in kinds}
        for _ in range(options.rounds):
            for name, act in kinds.items():
                rates[name].append(act(options, channels, each, window))
        peer = [rate for rate, _ in rates["mosquitto"]]
        for name, rounds in rates.items():
            ratio = statistics.median(rate / other for (rate, _), other in zip(rounds, peer))
            print(f"push-load: fan-out, {window} under way: {name}: {statistics.median(rate for rate, _ in rounds):.0f} "
                  f"deliveries a second ({min(rate for rate, _ in rounds):.0f} to {max(rate for rate, _ in rounds):.0f}), "
                  f"{statistics.median(cost for _, cost in rounds):.1f} us of processor time each, "
                  f"{ratio:.2f} of mosquitto")
        ratios.append(ratio)
    print(f"push-load: fan-out: {channels} senders publish a burst of {each} messages of {BYTES} bytes each, what a channel takes at once, and {options.devices} "
          f"devices get all of them. Nothing is kept, and devices acknowledge nothing (QoS 0; a channel of policy 0).")
    require(min(ratios) >= GOAL, f"the goal is {GOAL} of mosquitto")
