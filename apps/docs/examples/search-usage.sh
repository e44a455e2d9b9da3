curl --fail-with-body "$PARLEY_URL/v3/usage/search" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{ "query": "and(eq(kind,request_field),gte(date,2026-10-01))", "sortBy": "name" }'
