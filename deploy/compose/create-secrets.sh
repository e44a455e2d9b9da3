#!/bin/sh
# Writes the secrets that compose.yaml needs to .env, with new random values. It adds those that are missing and never
# replaces one: without its ENCRYPTION_KEYS, the secrets in the database cannot be opened again.
set -eu
cd "$(dirname "$0")/../.."

random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
word() { random 24 | tr '+/' '-_'; }
add() { grep -q "^$1=" .env || echo "$1=$2" >> .env; }

umask 077
touch .env
# Without a newline at its end, the last line would continue with the first secret that is added.
[ -z "$(tail -c 1 .env)" ] || echo >> .env
add POSTGRES_PASSWORD "$(word)"
add DATABASE_PASSWORD "$(word)"
add JWT_SECRET "$(word)"
add ENCRYPTION_KEYS "compose:$(random 32)"
add S3_SECRET_KEY "$(word)"
add GRAFANA_PASSWORD "$(word)"
echo ".env has all secrets. Keep a copy of it where the backups of the database are not."
