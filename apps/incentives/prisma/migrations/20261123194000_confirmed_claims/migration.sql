-- Responses whose customer was verified before the service confirmed claims. Their claims are confirmed in batches.
-- Reads one index entry per workspace. The owner sees no rows while row-level security is forced.
ALTER TABLE "form_response_references" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "form_response_references" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (
        SELECT t.workspace_id FROM "form_response_references" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'claims of verified customers', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "form_response_references" FORCE ROW LEVEL SECURITY;
