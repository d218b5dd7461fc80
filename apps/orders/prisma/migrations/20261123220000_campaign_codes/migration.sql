-- Copy of the discount codes of campaigns, which the discounts service owns.
CREATE TABLE "campaign_codes" (
    "workspace_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,

    CONSTRAINT "campaign_codes_pkey" PRIMARY KEY ("workspace_id","discount_code_id","campaign_id")
);

-- CreateIndex
CREATE INDEX "campaign_codes_workspace_id_campaign_id_idx" ON "campaign_codes"("workspace_id", "campaign_id");

ALTER TABLE "campaign_codes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "campaign_codes" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "campaign_codes"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
