"""A sender of Web Push that nobody here wrote (pywebpush, from PyPI), and the programs that it sends to.

As a program, for the Python that scripts/push-clients makes: sends one message, and prints what was answered.

    web_push.py SUBSCRIPTION TEXT OPTIONS     OPTIONS: JSON, of ttl, urgency, topic, key (a file), certificate
    web_push.py --key FILE                    makes a sender's key, and prints its public half
"""

import base64
import json
import pathlib
import sys


def send(subscription, text, options):
    import pywebpush
    import requests

    session = requests.Session()
    # What the environment says of certificates would come before the gateway's own.
    session.trust_env = False
    session.verify = options.get("certificate", True)
    headers = {name: options[name] for name in ("urgency", "topic") if name in options}
    signing = {}
    if "key" in options:
        signing = {"vapid_private_key": options["key"], "vapid_claims": {"sub": "mailto:checks@example.org"}}
    try:
        answer = pywebpush.webpush(
            json.loads(pathlib.Path(subscription).read_text()), text, ttl=options.get("ttl", 3600), headers=headers,
            requests_session=session, **signing)
    except pywebpush.WebPushException as refused:
        answer = refused.response
        if answer is None:
            raise
    print(json.dumps({
        "status": answer.status_code, "location": answer.headers.get("location"), "ttl": answer.headers.get("ttl"),
        "body": answer.json() if answer.text else None,
    }))


def make_key(path):
    from cryptography.hazmat.primitives import serialization
    from py_vapid import Vapid

    key = Vapid()
    key.generate_keys()
    key.save_key(path)
    point = key.public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    print(base64.urlsafe_b64encode(point).rstrip(b"=").decode())


if __name__ == "__main__":
    if sys.argv[1] == "--key":
        make_key(sys.argv[2])
    else:
        send(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
