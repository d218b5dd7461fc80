DROP INDEX CONCURRENTLY IF EXISTS "grants_created_at";
CREATE INDEX CONCURRENTLY "grants_created_at" ON "grants"("workspace_id", "created_at" DESC, "row_id");
DROP INDEX CONCURRENTLY IF EXISTS "grants_updated_at";
CREATE INDEX CONCURRENTLY "grants_updated_at" ON "grants"("workspace_id", "updated_at" DESC, "row_id");
DROP INDEX CONCURRENTLY IF EXISTS "grants_of_customer";
CREATE INDEX CONCURRENTLY "grants_of_customer" ON "grants"("workspace_id", "customer_id", "created_at" DESC, "row_id");
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_once_per_grant";
CREATE UNIQUE INDEX CONCURRENTLY "credit_ledger_once_per_grant" ON "credit_ledger"("workspace_id", "grant_id", "kind")
    WHERE "account" = 0 AND "kind" < 3;
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_one_counter_entry";
CREATE UNIQUE INDEX CONCURRENTLY "credit_ledger_one_counter_entry" ON "credit_ledger"("workspace_id", "counter_of")
    WHERE "counter_of" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_of_customer";
CREATE INDEX CONCURRENTLY "credit_ledger_of_customer" ON "credit_ledger"("workspace_id", "customer_id", "currency", "sequence");
-- "credit_ledger_once_per_grant" replaces this index, which rejects counter entries.
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_workspace_id_grant_id_kind_key";
