DROP INDEX CONCURRENTLY IF EXISTS "discount_codes_updated_at";
CREATE INDEX CONCURRENTLY "discount_codes_updated_at" ON "discount_codes"("workspace_id", "updated_at", "row_id");
