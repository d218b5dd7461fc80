-- The primary key begins with the discount code, so a search for the codes of a campaign read the codes of all campaigns of the workspace.
DROP INDEX CONCURRENTLY IF EXISTS "campaign_codes_workspace_id_campaign_id_discount_code_id_idx";
CREATE INDEX CONCURRENTLY "campaign_codes_workspace_id_campaign_id_discount_code_id_idx"
    ON "campaign_codes"("workspace_id", "campaign_id", "discount_code_id");
