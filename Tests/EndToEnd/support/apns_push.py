"""Sends one push by a library for Apple's service, as a program for the Python that scripts/push-clients makes.

    apns_push.py LIBRARY PORT TOKEN TOPIC PAYLOAD KEY KEY-ID TEAM CERTIFICATE     LIBRARY: aioapns, apns2, pyapns-client
"""

import asyncio
import json
import os
import ssl
import sys

library, port, token, topic, payload, key, key_id, team, certificate = sys.argv[1:]
os.environ["SSL_CERT_FILE"] = certificate
content = json.loads(payload)
is_silent = "alert" not in content["aps"]


def by_aioapns():
    import aioapns
    import aioapns.connection

    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "127.0.0.1", int(port)

    async def send():
        with open(key) as file:
            client = aioapns.APNs(
                key=file.read(), key_id=key_id, team_id=team, topic=topic,
                ssl_context=ssl.create_default_context(cafile=certificate))
        kind = aioapns.PushType.BACKGROUND if is_silent else aioapns.PushType.ALERT
        answer = await client.send_notification(aioapns.NotificationRequest(
            device_token=token, message=content, push_type=kind, priority=5 if is_silent else 10))
        return None if answer.is_successful else answer.description

    return asyncio.run(send())


def by_apns2():
    import apns2.client
    import apns2.credentials
    import apns2.payload

    apns2.client.APNsClient.LIVE_SERVER, apns2.client.APNsClient.DEFAULT_PORT = "127.0.0.1", int(port)
    client = apns2.client.APNsClient(apns2.credentials.TokenCredentials(key, key_id, team))
    aps = content.pop("aps")
    notification = apns2.payload.Payload(
        alert=aps.get("alert"), content_available="content-available" in aps, custom=content)
    urgency = apns2.client.NotificationPriority
    kinds = apns2.client.NotificationType
    answer = client.send_notification_async(
        token, notification, topic, priority=urgency.Delayed if is_silent else urgency.Immediate,
        push_type=kinds.Background if is_silent else kinds.Alert)
    result = client.get_notification_result(answer)
    return None if result == "Success" else result


def by_pyapns_client():
    import pyapns_client

    pyapns_client.APNSClient.BASE_URLS["prod"] = f"https://127.0.0.1:{port}"
    client = pyapns_client.APNSClient(
        mode="prod", root_cert_path=certificate, auth_key_path=key, auth_key_id=key_id, team_id=team)
    aps = content.pop("aps")
    alert = None if is_silent else pyapns_client.IOSPayloadAlert(body=aps["alert"])
    pushed = pyapns_client.IOSPayload(alert=alert, content_available=is_silent, custom=content)
    client.push(notification=pyapns_client.IOSNotification(payload=pushed, topic=topic), device_token=token)


refused = {"aioapns": by_aioapns, "apns2": by_apns2, "pyapns-client": by_pyapns_client}[library]()
sys.exit(f"refused: {refused}" if refused else 0)
