-- Customers erased in the last 40 days, so that late order events do not restore them.
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
