-- Workspaces with jobs that earlier versions stored. Reads one index entry per workspace. The owner sees no rows while row-level security
-- is forced.
ALTER TABLE "jobs" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "jobs" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "jobs" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "job_retention" ("workspace_id", "due_at")
SELECT f.workspace_id, CURRENT_TIMESTAMP FROM found f WHERE f.workspace_id IS NOT NULL
ON CONFLICT DO NOTHING;
ALTER TABLE "jobs" FORCE ROW LEVEL SECURITY;
