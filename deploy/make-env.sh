#!/bin/sh
# Writes .env for docker-compose.yml. The file has the mode 0600 and contains a random secret for each role, user and server. Does not
# change an existing .env.
#   sh deploy/make-env.sh [--domain shop.example] [--two-gateways] [--nats-cluster]
set -eu
cd "$(dirname "$0")/.."
domain=
gateways=gateway:4000
profiles=
servers=
add() { profiles="${profiles:+$profiles,}$1"; }
while [ $# -gt 0 ]; do
  case "$1" in
    --domain) domain="${2:?--domain needs a domain name}"; add tls; shift ;;
    --two-gateways) gateways="gateway:4000 gateway-2:4000"; add two-gateways ;;
    --nats-cluster) servers=nats:4222,nats-2:4222,nats-3:4222; add nats-cluster ;;
    *) echo "Unknown option $1. Allowed: --domain <name>, --two-gateways, --nats-cluster." >&2; exit 2 ;;
  esac
  shift
done
if [ "$gateways" != gateway:4000 ] && [ -z "$domain" ]; then
  echo "--two-gateways needs --domain, because Caddy distributes the requests to the gateways." >&2
  exit 2
fi
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
  if [ -n "$servers" ]; then
    echo "NATS_CLUSTER_PASSWORD=$(secret)"
    echo "NATS_SERVERS=$servers"
    echo "NATS_CONFIG=cluster.conf"
    echo "STREAM_REPLICAS=3"
  fi
  if [ -n "$domain" ]; then
    echo "DOMAIN=$domain"
    echo "PUBLIC_URL=https://$domain"
    echo "GATEWAYS=$gateways"
    # Only Caddy can reach the gateway, so the gateway trusts the address in Caddy's X-Forwarded-For.
    echo "GATEWAY_ADDRESS=127.0.0.1"
    echo "TRUSTED_PROXIES=uniquelocal"
  fi
  if [ -n "$profiles" ]; then echo "COMPOSE_PROFILES=$profiles"; fi
} > .env
