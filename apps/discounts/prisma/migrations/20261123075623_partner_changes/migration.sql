ALTER TABLE "partners"
    ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE TRIGGER "partners_updated_at_never_goes_back" BEFORE UPDATE ON "partners"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();

-- Backfills of stored rows, which a job runs in batches (packages/service/src/jobs/backfill.ts). No row-level security, because the job
-- works for all workspaces.
CREATE TABLE "backfills" (
    "name" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "after" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("name", "workspace_id")
);

-- Reads one index entry per workspace. The owner sees no rows while row-level security is forced.
ALTER TABLE "partners" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "partners" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "partners" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'created_at of partners', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "partners" FORCE ROW LEVEL SECURITY;
