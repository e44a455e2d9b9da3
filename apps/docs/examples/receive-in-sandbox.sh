curl --fail-with-body "$PARLEY_URL/ingress/0193a1e0-5c00-7000-8000-000000000011" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{ "from": "+4915112345678", "name": "Ada Berg", "text": "Where is my order?" }'
