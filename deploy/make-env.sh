#!/bin/sh
# Writes .env for docker-compose.yml. The file has the mode 0600 and contains a random secret for each role, user and server. Does not
# change an existing .env.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env exists. Remove it to generate new secrets; existing databases keep their old passwords." >&2
  exit 1
fi
umask 077
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
{
  echo "GATEWAY_SIGNING_KEY=$(secret)"
  echo "POSTGRES_PASSWORD=$(secret)"
  for service in GATEWAY DISCOUNTS INCENTIVES FORMS ORDERS WORKSPACE; do echo "${service}_DATABASE_PASSWORD=$(secret)"; done
  for user in DISCOUNTS FORMS INCENTIVES ORDERS WORKSPACE GATEWAY ADMIN; do echo "NATS_${user}_PASSWORD=$(secret)"; done
  echo "VALKEY_PASSWORD=$(secret)"
} > .env
