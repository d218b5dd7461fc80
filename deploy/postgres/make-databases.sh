#!/bin/sh
# Run by the postgres image on an empty volume. Creates a database and a role for each service, as `npm start` does.
# The roles are not superusers and do not bypass row-level security; services check this at startup.
set -eu

for service in gateway discounts incentives forms orders; do
  variable="$(echo "$service" | tr '[:lower:]' '[:upper:]')_DATABASE_PASSWORD"
  eval "password=\${$variable:?}"
  psql -v ON_ERROR_STOP=1 -v role="offergraph_$service" -v password="$password" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE :"role" LOGIN PASSWORD :'password';
CREATE DATABASE :"role" OWNER :"role" TEMPLATE template0 ENCODING UTF8 LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8';
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done
