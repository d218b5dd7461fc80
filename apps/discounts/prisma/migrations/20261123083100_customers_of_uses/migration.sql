-- For validate_discount_code. Null for orders and grants that were stored before, and if the customer is not known.
ALTER TABLE "order_usages" ADD COLUMN "customer_id" UUID;
ALTER TABLE "grant_codes" ADD COLUMN "customer_id" UUID;

-- CreateIndex
CREATE INDEX "order_usages_workspace_id_discount_code_id_customer_id_idx" ON "order_usages"("workspace_id", "discount_code_id", "customer_id");
