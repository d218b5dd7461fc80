#!/bin/sh
# Run by the postgres image on an empty volume. Creates a database and a role for each service, as `npm start` does. The gateway has only a
# role, because it looks up keys in the database of the workspace service. The roles are not superusers and do not bypass row-level
# security; services check this at startup.
set -eu

for service in discounts incentives forms orders workspace; do
  variable="$(echo "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD"
  eval "password=\${$variable:?}"
  psql -v ON_ERROR_STOP=1 -v role="offergraph_$service" -v password="$password" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE DATABASE :"role" OWNER :"role" TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done

psql -v ON_ERROR_STOP=1 -v password="${GATEWAY_DATABASE_PASSWORD:?}" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE offergraph_gateway LOGIN PASSWORD :'password';
GRANT CONNECT ON DATABASE offergraph_workspace TO offergraph_gateway;
SQL
