#!/usr/bin/env bash
# Usage: verify-webhook.sh <webhook-id> <webhook-timestamp> <webhook-signature> <file with the body, byte for byte>
# Needs the secret of the webhook in PARLEY_WEBHOOK_SECRET.
set -eufo pipefail
id=$1 timestamp=$2 signatures=$3 body=$4

# Nothing of the request may be calculated with before it is known to be digits: bash would run what it holds.
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

# Two signatures while the secret is being rotated.
for signature in $signatures; do
  if [ "$signature" = "$expected" ]; then
    echo "genuine"
    exit 0
  fi
done
echo "not signed by this secret" >&2
exit 1
