curl --fail-with-body "$PARLEY_URL/v3/api_webhooks" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "https://partner.example/webhooks/parley",
    "events": [{ "type": "message.received" }]
  }'
