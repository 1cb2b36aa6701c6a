"""What scripts/push-load does; the head of that says what."""

import argparse
import os
import random
import re
import resource
import statistics
import subprocess
import time

from fan_out import fan_out
from gateway import Gateway
from measured import (
    BYTES,
    GOAL,
    PAYLOAD,
    SHIPPED,
    Devices,
    Mosquitto,
    authorization,
    memory,
    processor_seconds,
    require,
)


def order(devices, pushes, seed):
    """Receivers by Zipf's law (exponent 1); none more often than one token takes at once, four times this list."""
    numbers = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(devices)]
    ranks = list(range(devices))
    numbers.shuffle(ranks)
    drawn, given = [], [0] * devices
    while len(drawn) < pushes:
        for place in numbers.choices(range(devices), weights, k=pushes):
            if given[place] < 55 and len(drawn) < pushes:
                given[place] += 1
                drawn.append(ranks[place])
    return drawn


def gateway_round(options, is_plain, receivers, *headers):
    with Gateway(SHIPPED, is_plain=is_plain) as gateway:
        tls = [] if is_plain else ["--tls"]
        devices = Devices(options.program, "torpor", gateway.ports["Devices"], options.devices, *tls)
        scheme = "http" if is_plain else "https"
        list_path = gateway.folder / "uris"
        list_path.write_text("".join(
            f"{scheme}://127.0.0.1:{gateway.ports['Senders']}/3/device/{devices.tokens[index]}\n" for index in receivers))
        body = gateway.folder / "body"
        body.write_text(PAYLOAD)
        before = processor_seconds(gateway.process)
        begun = time.monotonic()
        said = subprocess.run(
            ["h2load", "-n", str(4 * len(receivers)), "-c", "4", "-m", "100", "-i", list_path, "-d", body,
             "-H", f"authorization: {authorization(gateway)}", "-H", "apns-topic: com.example.app",
             "-H", "apns-push-type: alert", *headers], capture_output=True, text=True, check=True).stdout
        accepted = int(re.search(r"(\d+) 2xx", said)[1])
        got = devices.wait_for(1, accepted, 120)
        length = devices.ended - begun
        processor = processor_seconds(gateway.process) - before
        if got < accepted:
            print(devices.counts(), gateway.metrics(), (gateway.folder / "log").read_text()[-2000:])
        devices.close()
        require(accepted == 4 * len(receivers), f"only {accepted} of {4 * len(receivers)} are accepted: {said[-900:]}")
        require(got == accepted, f"{accepted - got} of {accepted} pushes did not arrive")
        return accepted / length, processor / accepted * 1e6


def mosquitto_round(options, saves, receivers):
    broker = Mosquitto(saves)
    try:
        # Only what is for a session that outlives its connection is saved.
        devices = Devices(options.program, "mqtt", broker.port, options.devices, *(["--lasting"] if saves else []))
        list_path = broker.folder / "order"
        # As h2load does: each of four connections takes the whole list.
        list_path.write_text("".join(f"{index}\n" * 4 for index in receivers))
        before, begun = processor_seconds(broker.process), time.monotonic()
        subprocess.run([options.program, "publish", "127.0.0.1", str(broker.port), list_path, "4", "100", str(BYTES)],
                       check=True, capture_output=True)
        got = devices.wait_for(1, 4 * len(receivers), 120)
        length = devices.ended - begun
        processor = processor_seconds(broker.process) - before
        devices.close()
        require(got == 4 * len(receivers), f"mosquitto has lost {4 * len(receivers) - got}")
        return got / length, processor / got * 1e6
    finally:
        broker.close()


def messages(options):
    kinds = {
        "mosquitto": lambda receivers: mosquitto_round(options, False, receivers),
        "mosquitto, saving": lambda receivers: mosquitto_round(options, True, receivers[:options.saved // 4]),
        "gateway, plain, as many as that": lambda receivers: gateway_round(
            options, True, receivers[:options.saved // 4]),
        "gateway, plain": lambda receivers: gateway_round(options, True, receivers),
        "gateway, plain, not kept": lambda receivers: gateway_round(
            options, True, receivers, "-H", "apns-expiration: 0"),
        "gateway, TLS": lambda receivers: gateway_round(options, False, receivers),
    }
    rates = {name: [] for name in kinds}
    for number in range(options.rounds):
        receivers = order(options.devices, options.pushes // 4, number)
        for name, act in kinds.items():
            rates[name].append(act(receivers))
    peer = [rate for rate, _ in rates["mosquitto"]]
    for name, rounds in rates.items():
        ratio = statistics.median(rate / other for (rate, _), other in zip(rounds, peer))
        print(f"push-load: messages: {name}: {statistics.median(rate for rate, _ in rounds):.0f} a second "
              f"({min(rate for rate, _ in rounds):.0f} to {max(rate for rate, _ in rounds):.0f}), "
              f"{statistics.median(cost for _, cost in rounds):.0f} us of processor time each, {ratio:.2f} of mosquitto")
    alike = statistics.median(
        rate / other for (rate, _), (other, _) in zip(rates["gateway, plain, as many as that"], rates["mosquitto, saving"]))
    print(f"push-load: messages: each with its strongest promise, {alike:.1f} of mosquitto; the goal is {GOAL}")
    print(f"push-load: messages: {options.devices} connected devices that acknowledge each, {options.pushes} messages "
          f"({options.saved} where mosquitto saves) of {BYTES} bytes to receivers by Zipf's law, none more than 220 "
          f"times, which is what a token takes at once, 4 senders with 100 "
          f"under way.\n"
          f"push-load: messages: what an acknowledgement promises: the gateway's, that the push is on the disk "
          f"(fdatasync); mosquitto's (QoS 1), that it is in memory, also where it saves: it saves afterwards.")
    require(alike >= GOAL, f"the goal is {GOAL}")


def settled(read):
    """A figure once it does not change any more, or after 4 s: a connection that proves nothing lasts for 10."""
    former, end = None, time.monotonic() + 4
    while (value := read()) != former and time.monotonic() < end:
        former = value
        time.sleep(0.5)
    return value


def per_device(memory_of, heap_of, start, number):
    """What each takes of the process' memory, of so many that come after a few have come and gone, which have filled what
    is there once; and what is freed of the allocator's when each leaves: the caches of the store stay."""
    few = 200
    start(few).close()
    before = settled(memory_of)
    devices = start(number)
    memory_full, full = settled(lambda: (memory_of(), heap_of()))
    devices.close()
    freed = full - settled(heap_of)
    # The few have left their memory to as many of the others.
    return (memory_full - before) / (number - few), freed / number


def memory_figures(options):
    count = min(options.devices, 9000)
    broker = Mosquitto()
    peer = per_device(lambda: memory(broker.process), lambda: 0,
                      lambda number: Devices(options.program, "mqtt", broker.port, number), count)
    broker.close()
    print(f"push-load: memory: mosquitto: {peer[0]:.0f} bytes a client")
    for is_plain in (True, False):
        tls = [] if is_plain else ["--tls"]
        found = {}
        for what in ("connection", "device"):
            more = ["--upgrade-only"] if what == "connection" else []
            # Connections that prove nothing are closed after 10 s: so many as come within that.
            number = min(count, 2000) if more else count
            with Gateway(SHIPPED, is_plain=is_plain) as gateway:
                found[what] = per_device(
                    lambda: memory(gateway.process),
                    lambda: int(gateway.metrics()["torpor_gateway_heap_bytes"]),
                    lambda few: Devices(options.program, "torpor", gateway.ports["Devices"], few, *tls, *more), number)
        connection, device = found["connection"], found["device"]
        print(f"push-load: memory: gateway, {'plain' if is_plain else 'TLS'}: {connection[0]:.0f} bytes a WebSocket "
              f"connection, {device[0]:.0f} a device with one app that is connected; allocated {connection[1]:.0f} and "
              f"{device[1]:.0f}: {device[1] - connection[1]:.0f} above the connection")


def storm(options):
    """All devices come back at once, after the gateway was killed while senders sent."""
    count = max(options.devices, 10_000)
    with Gateway(SHIPPED) as gateway:
        begun = time.monotonic()
        devices = Devices(options.program, "torpor", gateway.ports["Devices"], count, "--tls")
        print(f"push-load: storm: {count} devices connect and register in {time.monotonic() - begun:.1f} s, with TLS")
        uris, body = gateway.folder / "uris", gateway.folder / "body"
        uris.write_text("".join(
            f"https://127.0.0.1:{gateway.ports['Senders']}/3/device/{token}\n" for token in devices.tokens.values()))
        body.write_text(PAYLOAD)
        words = ["h2load", "-n", str(count), "-c", "1", "-m", "100", "-i", uris, "-d", body,
                 "-H", f"authorization: {authorization(gateway)}", "-H", "apns-topic: com.example.app"]
        for what in ("killed with -9", "all connections end at once"):
            devices.say("clear")
            if what == "killed with -9":
                gateway.kill()
                gateway.start()
            else:
                devices.say("drop")
            begun = time.monotonic()
            before = processor_seconds(gateway.process)
            sender = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            back = devices.wait_for(2, count, 300)
            took = time.monotonic() - begun
            said = sender.communicate()[0]
            accepted = int(re.search(r"(\d+) 2xx", said)[1])
            arrived = devices.wait_for(3, accepted, 120)
            processor = processor_seconds(gateway.process) - before
            print(f"push-load: storm: {what}: {back} devices are back after {took:.1f} s; {accepted} pushes accepted "
                  f"meanwhile, one for each, {accepted - arrived} lost; {processor:.1f} s of the gateway's processor time")
            require(back == count, f"{count - back} devices did not come back")
            require(accepted == count, f"only {accepted} of {count} pushes are accepted")
            require(arrived == accepted, f"{accepted - arrived} pushes are lost")
        devices.close()


def schedule(options):
    """Has everything that is measured, ours and the peer alike, run before what else this machine does."""
    try:
        if options.first:
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        pass
    runs = "SCHED_RR" if os.sched_getscheduler(0) == os.SCHED_RR else "the usual scheduling"
    print(f"push-load: {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, {runs} for all that is measured")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--only")
    parser.add_argument("--devices", type=int, default=9000)
    parser.add_argument("--pushes", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--saved", type=int, default=2000)
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    require(hard > 2 * options.devices or options.devices < 7000, f"{hard} descriptors are too few")
    require(os.access(SHIPPED, os.X_OK), f"{SHIPPED} is missing; scripts/build-services --release builds it")
    schedule(options)
    for name, act in (("memory", memory_figures), ("messages", messages), ("fan-out", fan_out), ("storm", storm)):
        if options.only in (None, name):
            act(options)


main()
