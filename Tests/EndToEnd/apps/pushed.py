"""A program that knows nothing of Torpor: it has a name on the session bus, registers at the first distributor of
UnifiedPush that it finds, and decrypts what comes (RFC 8291). It is started by the bus as well as by hand.

    pushed.py NAME VERSION FOLDER PACKAGES [VAPID]

VERSION is 1 or 2, the form of the interfaces that it speaks; FOLDER holds its keys, and `events.jsonl` with what
happens; PACKAGES is where http_ece and cryptography are; VAPID is the key of its sender.
"""

import base64
import json
import os
import pathlib
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME, VERSION, FOLDER, PACKAGES, *VAPID = sys.argv[1:]
sys.path.append(PACKAGES)

import http_ece  # noqa: E402
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402

FOLDER = pathlib.Path(FOLDER)
INTERFACE = f"org.unifiedpush.Connector{VERSION}"
PREFIX = "org.unifiedpush.Distributor."
TOKEN = f"token-of-{NAME}"


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def note(event, **more):
    with open(FOLDER / "events.jsonl", "a") as file:
        print(json.dumps({"event": event, "pid": os.getpid(), **more}), file=file, flush=True)


def keys():
    """The private key and the secret of the subscription, made the first time."""
    file = FOLDER / "keys.json"
    if not file.exists():
        key = ec.generate_private_key(ec.SECP256R1())
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        file.write_text(json.dumps({"key": pem.decode(), "auth": text(os.urandom(16))}))
    kept = json.loads(file.read_text())
    key = serialization.load_pem_private_key(kept["key"].encode(), None)
    return key, base64.urlsafe_b64decode(kept["auth"] + "==")


KEY, AUTH = keys()


def came(data, identifier):
    try:
        told = http_ece.decrypt(bytes(data), private_key=KEY, auth_secret=AUTH, version="aes128gcm").decode()
    except Exception as mistake:  # What is not readable is told of, too.
        told = f"unreadable: {mistake}"
    note("message", text=told, identifier=str(identifier))


def moved(endpoint):
    point = KEY.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    keys = {"p256dh": text(point), "auth": text(AUTH)}
    (FOLDER / "subscription.json").write_text(json.dumps({"endpoint": str(endpoint), "keys": keys}))
    note("endpoint", endpoint=str(endpoint))


class First(dbus.service.Object):
    @dbus.service.method(INTERFACE, in_signature="says", out_signature="")
    def Message(self, token, data, identifier):
        came(data, identifier)

    @dbus.service.method(INTERFACE, in_signature="ss", out_signature="")
    def NewEndpoint(self, token, endpoint):
        moved(endpoint)

    @dbus.service.method(INTERFACE, in_signature="s", out_signature="")
    def Unregistered(self, token):
        note("unregistered", token=str(token))


class Second(dbus.service.Object):
    @dbus.service.method(INTERFACE, in_signature="a{sv}", out_signature="a{sv}")
    def Message(self, told):
        came(told["message"], told.get("id", ""))
        return dbus.Dictionary({}, signature="sv")

    @dbus.service.method(INTERFACE, in_signature="a{sv}", out_signature="a{sv}")
    def NewEndpoint(self, told):
        moved(told["endpoint"])
        return dbus.Dictionary({}, signature="sv")

    @dbus.service.method(INTERFACE, in_signature="a{sv}", out_signature="a{sv}")
    def Unregistered(self, told):
        note("unregistered", token=str(told["token"]))
        return dbus.Dictionary({}, signature="sv")


def ask(method, **told):
    """Asks the first distributor; without one nothing is asked."""
    found = sorted(name for name in BUS.list_names() if name.startswith(PREFIX))
    if not found:
        return note("noDistributor")
    distributor = dbus.Interface(
        BUS.get_object(found[0], "/org/unifiedpush/Distributor", introspect=False), f"{PREFIX[:-1]}{VERSION}")
    try:
        tell(distributor, method, told)
    except dbus.DBusException as mistake:
        note("refused", cause=str(mistake))


def tell(distributor, method, told):
    if VERSION == "2":
        answer = getattr(distributor, method)(dbus.Dictionary({"token": TOKEN, **told}, signature="sv"))
        note(method.lower(), answer={str(name): str(value) for name, value in answer.items()})
    elif method == "Register":
        note("register", answer=[str(word) for word in distributor.Register(NAME, TOKEN, "a program of the checks")])
    else:
        distributor.Unregister(TOKEN)
        note("unregister", answer=[])


class Remote(dbus.service.Object):
    """What the checks have it do."""

    @dbus.service.method("org.torpor.Pushed", in_signature="", out_signature="")
    def Leave(self):
        GLib.idle_add(lambda: ask("Unregister") and False)


DBusGMainLoop(set_as_default=True)
BUS = dbus.SessionBus()
OBJECT = (First if VERSION == "1" else Second)(BUS, "/org/unifiedpush/Connector")
REMOTE = Remote(BUS, "/org/torpor/pushed")
OWN = dbus.service.BusName(NAME, BUS)
note("started")
ask("Register", service=NAME, **({"vapid": VAPID[0]} if VAPID else {}))
GLib.MainLoop().run()
