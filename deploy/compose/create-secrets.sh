#!/bin/sh
# Writes the secrets that compose.yaml needs to .env, with new random values. It never replaces a file: without its
# ENCRYPTION_KEYS, the secrets in the database cannot be opened again.
set -eu
cd "$(dirname "$0")/../.."

if [ -e .env ]; then
  echo ".env exists already; nothing was changed."
  exit 0
fi

random() { head -c "$1" /dev/urandom | base64 | tr -d '\n'; }
word() { random 24 | tr '+/' '-_'; }

umask 077
cat > .env <<END
POSTGRES_PASSWORD=$(word)
JWT_SECRET=$(word)
ENCRYPTION_KEYS=compose:$(random 32)
S3_SECRET_KEY=$(word)
GRAFANA_PASSWORD=$(word)
END
echo "Created .env. Keep a copy of it where the backups of the database are not."
