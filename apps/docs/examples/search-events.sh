curl --fail-with-body "$PARLEY_URL/v3/events/search" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{ "query": "and(startsWith(event,\"message.\"),gte(createdAt,2026-11-01))", "limit": 100 }'
