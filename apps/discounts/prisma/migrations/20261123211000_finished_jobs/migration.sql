-- Earlier versions removed finished jobs from job_queue, so the jobs were never deleted. Reads one index entry per workspace. The owner
-- sees no rows while row-level security is forced.
ALTER TABLE "jobs" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "jobs" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "jobs" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'deletion of finished jobs', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "jobs" FORCE ROW LEVEL SECURITY;
