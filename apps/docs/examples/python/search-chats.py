import json
import os
import urllib.request

body = {
    "query": 'and(in(status,open,snoozed),gte(createdAt,"2026-01-01T00:00:00.000Z"))',
    "sortBy": "updatedAt:desc",
    "pagination": {"page": 0, "limit": 25},
}
request = urllib.request.Request(
    os.environ["PARLEY_URL"] + "/v3/chats/search",
    data=json.dumps(body).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["PARLEY_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request, timeout=30) as response:
    page = json.load(response)
for chat in page["data"]:
    print(chat["contact"]["displayName"], chat["status"])
print("limit", page["pagination"]["limit"])
