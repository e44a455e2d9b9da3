curl --fail-with-body "$PARLEY_URL/v3/chats/search" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "query": "and(in(status,open,snoozed),gte(createdAt,\"2026-01-01T00:00:00.000Z\"))",
    "sortBy": "updatedAt:desc",
    "pagination": { "page": 0, "limit": 25 }
  }'
