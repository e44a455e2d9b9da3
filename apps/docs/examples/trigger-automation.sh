curl --fail-with-body "$PARLEY_URL/v3/automations/0193a1e0-5c00-7000-8000-000000000084/trigger" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "contactId": "0193a1e0-5c00-7000-8000-000000000021",
    "variables": { "orderNumber": "A-1187" }
  }'
