-- If a customer is verified after the issue, the grant has entries of the unverified claim and entries of the verified customer.
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_once_per_claim";
CREATE UNIQUE INDEX CONCURRENTLY "credit_ledger_once_per_claim" ON "credit_ledger"("workspace_id", "grant_id", "kind", "customer_verified")
    WHERE "account" = 0 AND "kind" < 3;
DROP INDEX CONCURRENTLY IF EXISTS "credit_ledger_once_per_grant";
