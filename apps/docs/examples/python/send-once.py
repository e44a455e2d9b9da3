import json
import os
import urllib.request


def send():
    body = {
        "chatId": "0193a1e0-5c00-7000-8000-000000000041",
        "text": "Order 1188 is on its way.",
    }
    request = urllib.request.Request(
        os.environ["PARLEY_URL"] + "/v3/messages/send",
        data=json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["PARLEY_TOKEN"],
            "Content-Type": "application/json",
            "Idempotency-Key": "order-1188-shipped",
        },
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)["data"]["id"], response.headers.get("Idempotent-Replayed")


print(*send())  # sends the message
print(*send())  # prints the same id again
