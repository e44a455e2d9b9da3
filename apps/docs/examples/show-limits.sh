curl -s -o /dev/null -D - "$PARLEY_URL/v3/workspace" \
  -H "Authorization: Bearer $PARLEY_TOKEN" |
  grep -i '^x-ratelimit'
