"""Usage: verify-webhook.py <webhook-id> <webhook-timestamp> <webhook-signature> <file with the body>

Needs the secret of the webhook in PARLEY_WEBHOOK_SECRET.
"""

import base64
import hashlib
import hmac
import os
import re
import sys
import time


def verify(secret: str, headers: dict, body: bytes) -> None:
    """Raises ValueError unless the body was signed with the secret in the last five minutes."""
    timestamp = headers["webhook-timestamp"]
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise ValueError("no timestamp")
    age = int(time.time()) - int(timestamp)
    if abs(age) > 300:
        raise ValueError(f"too old, or ahead of its time: {age} seconds")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    # After a rotation of the secret, there are several signatures.
    signatures = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures):
        raise ValueError("not signed by this secret")


if __name__ == "__main__":
    names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    with open(sys.argv[4], "rb") as file:
        content = file.read()
    try:
        verify(os.environ["PARLEY_WEBHOOK_SECRET"], dict(zip(names, sys.argv[1:4])), content)
    except ValueError as problem:
        sys.exit(str(problem))
    print("genuine")
