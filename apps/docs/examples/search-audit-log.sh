curl --fail-with-body "$PARLEY_URL/v3/audit_log/search" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{ "query": "startsWith(action,\"channel.\")", "sortBy": "createdAt:desc" }'
