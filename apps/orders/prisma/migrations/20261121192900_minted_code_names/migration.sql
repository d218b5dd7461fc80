-- Codes that were minted for grants.
CREATE TABLE "minted_code_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "discount_code_id" UUID NOT NULL,

    CONSTRAINT "minted_code_names_pkey" PRIMARY KEY ("workspace_id","name_key")
);
CREATE INDEX "minted_code_names_workspace_id_discount_code_id_idx" ON "minted_code_names"("workspace_id", "discount_code_id");
ALTER TABLE "minted_code_names" ADD CONSTRAINT "minted_code_names_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

ALTER TABLE "minted_code_names" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "minted_code_names" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "minted_code_names"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
