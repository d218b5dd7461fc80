-- With the time that orders were placed at: a response looks for those of its customer that were placed soon after it, and a reference
-- that all guests of a store share has hundreds of thousands.
DROP INDEX "orders_customer_id";
CREATE INDEX "orders_customer_id" ON "orders"("workspace_id", "customer_id", "row_id") INCLUDE ("placed_at");

-- Whom and what checkouts are found by, and what they are ordered by.
CREATE INDEX "checkouts_customer_id" ON "checkouts"("workspace_id", "customer_id", "row_id");
CREATE INDEX "checkouts_customer_ref" ON "checkouts"("workspace_id", "customer_ref", "row_id");
CREATE INDEX "checkouts_form_response_id" ON "checkouts"("workspace_id", "form_response_id", "row_id");
CREATE INDEX "checkouts_order_id" ON "checkouts"("workspace_id", "order_id", "row_id");
CREATE INDEX "checkouts_partner_id" ON "checkouts"("workspace_id", "partner_id", "row_id");
CREATE INDEX "checkouts_provider_updated_at" ON "checkouts"("workspace_id", "provider_updated_at", "row_id");
CREATE INDEX "checkouts_started_day" ON "checkouts"("workspace_id", "started_day", "row_id");

CREATE TABLE "erased_customers" (
    "workspace_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_customers_pkey" PRIMARY KEY ("workspace_id","customer_id")
);

ALTER TABLE "erased_customers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "erased_customers" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "erased_customers"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
