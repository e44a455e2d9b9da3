import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["PARLEY_URL"] + "/v3/workspace",
    headers={"Authorization": "Bearer " + os.environ["PARLEY_TOKEN"]},
)
with urllib.request.urlopen(request, timeout=30) as response:
    workspace = json.load(response)["data"]
print(workspace["name"], workspace["plan"])
