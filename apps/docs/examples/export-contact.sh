CONTACT=0193a1e0-5c00-7000-8000-000000000021
EXPORT=$(curl --fail-with-body -sS -X POST "$PARLEY_URL/v3/contacts/$CONTACT/export" \
  -H "Authorization: Bearer $PARLEY_TOKEN" | sed -E 's/.*"data":\{"id":"([^"]+)".*/\1/')

curl --fail-with-body "$PARLEY_URL/v3/contacts/$CONTACT/exports/$EXPORT" \
  -H "Authorization: Bearer $PARLEY_TOKEN"
