send() {
  curl -s -D - "$PARLEY_URL/v3/messages/send" \
    -H "Authorization: Bearer $PARLEY_TOKEN" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: order-1187-shipped" \
    -d '{ "chatId": "0193a1e0-5c00-7000-8000-000000000041", "text": "Order 1187 is on its way." }'
}

send | grep -io '"data":{"id":"[^"]*"\|^idempotent-replayed.*' # sends the message
send | grep -io '"data":{"id":"[^"]*"\|^idempotent-replayed.*' # prints the same id again
