import json
import os
import urllib.request

body = {
    "url": "https://partner.example/webhooks/parley",
    "events": [{"type": "message.received"}],
}
request = urllib.request.Request(
    os.environ["PARLEY_URL"] + "/v3/api_webhooks",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["PARLEY_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=30) as response:
    webhook = json.load(response)["data"]
print(webhook["status"], webhook["secret"])
