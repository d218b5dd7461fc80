-- Workspaces to look up at the workspace service (packages/service/src/replicas/workspace-lookups.ts). No row-level security, because the
-- job works for all workspaces.
CREATE TABLE "workspace_lookups" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_lookups_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE INDEX "workspace_lookups_due_at_idx" ON "workspace_lookups"("due_at");

-- Reads one index entry per workspace. The owner sees no rows while row-level security is forced.
ALTER TABLE "incentives" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "incentives" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "incentives" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "workspace_lookups" ("workspace_id", "due_at")
SELECT f.workspace_id, CURRENT_TIMESTAMP FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "incentives" FORCE ROW LEVEL SECURITY;
