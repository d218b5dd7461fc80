-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "order_named_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "due_attributions" ADD COLUMN     "placed_from" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "pinned_response_id" UUID;

-- CreateTable
CREATE TABLE "reporting_setting" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "currency" TEXT NOT NULL,

    CONSTRAINT "reporting_setting_pkey" PRIMARY KEY ("is_only")
);

-- CreateTable
CREATE TABLE "reporting_currencies" (
    "workspace_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "reporting_currencies_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateTable
CREATE TABLE "discount_code_past_leads" (
    "workspace_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" UUID,
    "tier" TEXT,

    CONSTRAINT "discount_code_past_leads_pkey" PRIMARY KEY ("workspace_id","discount_code_id","ended_at")
);

-- AddForeignKey
ALTER TABLE "discount_code_past_leads" ADD CONSTRAINT "discount_code_past_leads_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- One row: the setting of the service.
ALTER TABLE "reporting_setting" ADD CONSTRAINT "reporting_setting_is_only" CHECK ("is_only");
ALTER TABLE "due_attributions" ADD CONSTRAINT "due_attributions_placed_from" CHECK ("placed_from" IS NULL OR "discount_code_id" IS NOT NULL);

-- Of a checkout that names an order the newest version did. What orders are reported in so far; 'xxx' stands for more than one currency, and is noted as due at the next start.
ALTER TABLE "checkouts" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "order_reported" NO FORCE ROW LEVEL SECURITY;
UPDATE "checkouts" SET "order_named_at" = "provider_updated_at" WHERE "order_external_ref" IS NOT NULL;
INSERT INTO "reporting_currencies" ("workspace_id", "currency")
SELECT "workspace_id", CASE WHEN min("reporting_currency") = max("reporting_currency") THEN min("reporting_currency") ELSE 'xxx' END
FROM "order_reported" GROUP BY "workspace_id";
ALTER TABLE "checkouts" FORCE ROW LEVEL SECURITY;
ALTER TABLE "order_reported" FORCE ROW LEVEL SECURITY;

ALTER TABLE "discount_code_past_leads" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "discount_code_past_leads" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "discount_code_past_leads"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
