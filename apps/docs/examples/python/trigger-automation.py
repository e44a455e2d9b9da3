import json
import os
import urllib.request

body = {
    "contactId": "0193a1e0-5c00-7000-8000-000000000021",
    "variables": {"orderNumber": "A-1187"},
}
request = urllib.request.Request(
    os.environ["PARLEY_URL"] + "/v3/automations/0193a1e0-5c00-7000-8000-000000000084/trigger",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["PARLEY_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=30) as response:
    print(json.load(response))
