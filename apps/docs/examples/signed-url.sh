curl --fail-with-body "$PARLEY_URL/v3/files/0193a1e0-5c00-7000-8000-0000000000c1" \
  -H "Authorization: Bearer $PARLEY_TOKEN"
