-- For the deletion of a partner.
DROP INDEX CONCURRENTLY IF EXISTS "discount_codes_workspace_id_partner_id_idx";
CREATE INDEX CONCURRENTLY "discount_codes_workspace_id_partner_id_idx" ON "discount_codes"("workspace_id", "partner_id");
