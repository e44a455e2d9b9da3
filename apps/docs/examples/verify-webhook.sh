#!/usr/bin/env bash
# Usage: verify-webhook.sh <webhook-id> <webhook-timestamp> <webhook-signature> <file with the body, byte for byte>
# Needs the secret of the webhook in PARLEY_WEBHOOK_SECRET.
set -eufo pipefail
id=$1 timestamp=$2 signatures=$3 body=$4

# Check that the timestamp has only digits before calculating with it: bash would execute a command in it.
case $timestamp in
  '' | *[!0-9]*) echo "no timestamp" >&2 && exit 1 ;;
esac
age=$(($(date +%s) - 10#$timestamp))
if [ "${age#-}" -gt 300 ]; then
  echo "too old, or ahead of its time: $age seconds" >&2
  exit 1
fi

key=$(printf %s "${PARLEY_WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected="v1,$({ printf %s "$id.$timestamp." && cat "$body"; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)"

# After a rotation of the secret, there are several signatures.
for signature in $signatures; do
  if [ "$signature" = "$expected" ]; then
    echo "genuine"
    exit 0
  fi
done
echo "not signed by this secret" >&2
exit 1
