curl --fail-with-body "$PARLEY_URL/v3/workspace" \
  -H "Authorization: Bearer $PARLEY_TOKEN"
