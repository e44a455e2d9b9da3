curl --fail-with-body "$PARLEY_URL/v3/files" \
  -H "Authorization: Bearer $PARLEY_TOKEN" \
  -F "file=@price-list.pdf" \
  -F "name=Price list 2027.pdf"
