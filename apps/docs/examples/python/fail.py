import json
import os
import urllib.error
import urllib.request

request = urllib.request.Request(
    os.environ["PARLEY_URL"] + "/v3/chats/search",
    data=json.dumps({"query": 5, "pagination": {"limit": 500}, "sort": "name"}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["PARLEY_TOKEN"],
        "Content-Type": "application/json",
    },
)
try:
    urllib.request.urlopen(request, timeout=30)
except urllib.error.HTTPError as failure:
    error = json.load(failure)["error"]
    print(failure.code, error["messageKey"])
    for name in sorted(error["invalidParams"]):
        print(name)
