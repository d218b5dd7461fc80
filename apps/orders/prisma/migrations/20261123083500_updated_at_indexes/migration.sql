DROP INDEX CONCURRENTLY IF EXISTS "checkouts_updated_at";
CREATE INDEX CONCURRENTLY "checkouts_updated_at" ON "checkouts"("workspace_id", "updated_at", "row_id");
DROP INDEX CONCURRENTLY IF EXISTS "orders_updated_at";
CREATE INDEX CONCURRENTLY "orders_updated_at" ON "orders"("workspace_id", "updated_at", "row_id");
