# Stops after two seconds. Without --max-time, the stream goes on.
curl --no-buffer --max-time 2 "$PARLEY_URL/v3/events/stream?events=message.received&events=message.sent" \
  -H "Authorization: Bearer $PARLEY_TOKEN" || test $? = 28
