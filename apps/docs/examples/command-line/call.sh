npx parley api GET /v3/chats/0193a1e0-5c00-7000-8000-000000000041
npx parley api POST /v3/chats/search --data '{ "query": "eq(status,open)", "pagination": { "limit": 2 } }'
npx parley api POST /v3/labels --field name=Gold --field color=#FFD700
