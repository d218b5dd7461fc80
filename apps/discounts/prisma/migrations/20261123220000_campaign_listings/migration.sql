-- Lists the codes of stored campaigns for other services. Reads one index entry per workspace. The owner sees no rows while row-level
-- security is forced.
ALTER TABLE "campaigns" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "campaigns" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "campaigns" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'codes of campaigns', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "campaigns" FORCE ROW LEVEL SECURITY;
