DROP INDEX CONCURRENTLY IF EXISTS "order_usages_workspace_id_discount_code_id_customer_id_idx";
CREATE INDEX CONCURRENTLY "order_usages_workspace_id_discount_code_id_customer_id_idx"
    ON "order_usages"("workspace_id", "discount_code_id", "customer_id");
