curl "$PARLEY_URL/v3/chats/search" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{ "query": 5, "pagination": { "limit": 500 }, "sort": "name" }'
