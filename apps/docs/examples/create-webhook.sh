curl --fail-with-body "$PARLEY_URL/v3/api_webhooks" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "http://127.0.0.1:4000/webhooks/parley",
    "events": [{ "type": "message.received" }, { "type": "message.updated" }]
  }'
