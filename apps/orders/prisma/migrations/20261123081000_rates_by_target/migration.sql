DROP INDEX CONCURRENTLY IF EXISTS "exchange_rates_to_currency";
CREATE INDEX CONCURRENTLY "exchange_rates_to_currency" ON "exchange_rates"("workspace_id", "day", "to_currency", "from_currency");
