-- The tiers of rewards that customers got.
CREATE TABLE "grant_tiers" (
    "workspace_id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "form_response_id" UUID NOT NULL,
    "tier" TEXT NOT NULL,

    CONSTRAINT "grant_tiers_pkey" PRIMARY KEY ("workspace_id","grant_id")
);
CREATE INDEX "grant_tiers_workspace_id_form_response_id_idx" ON "grant_tiers"("workspace_id", "form_response_id");

-- For which grant a code was minted. There are none yet.
ALTER TABLE "minted_code_names" ADD COLUMN "grant_id" UUID NOT NULL;
CREATE INDEX "minted_code_names_workspace_id_grant_id_idx" ON "minted_code_names"("workspace_id", "grant_id");

ALTER TABLE "grant_tiers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "grant_tiers" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "grant_tiers"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
