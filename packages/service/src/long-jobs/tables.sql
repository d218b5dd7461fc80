-- Tables of a service that has long-running jobs (ADR 10). The service copies these statements to a migration.

-- Long-running jobs of the API. The structure of the JSON in "parameters" and "cursor" depends on the job's kind.
CREATE TABLE "jobs" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'QUEUED',
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "error_count" INTEGER NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '[]',
    "created_by" UUID,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "parameters" TEXT NOT NULL,
    "cursor" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "reported_at" TIMESTAMPTZ(3) NOT NULL,
    "result_parts" INTEGER,
    "result_expires_at" TIMESTAMPTZ(3),
    "batch_divisor" INTEGER NOT NULL DEFAULT 1,
    "result_bytes" BIGINT NOT NULL DEFAULT 0,
    "warnings" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("row_id")
);
CREATE INDEX "jobs_workspace_id_finished_at_idx" ON "jobs"("workspace_id", "finished_at");

-- Jobs that need work, including the later deletion of the job. The table has no row-level security, because the background task reads the
-- jobs of all workspaces.
CREATE TABLE "job_queue" (
    "job_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "job_queue_pkey" PRIMARY KEY ("job_id")
);
CREATE INDEX "job_queue_workspace_id_due_at_idx" ON "job_queue"("workspace_id", "due_at");
CREATE INDEX "job_queue_due_at_idx" ON "job_queue"("due_at");
ALTER TABLE "job_queue" ADD CONSTRAINT "job_queue_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("row_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Parts of a job's input or result file.
CREATE TABLE "job_parts" (
    "workspace_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "job_parts_pkey" PRIMARY KEY ("job_id", "position")
);
ALTER TABLE "job_parts" ADD CONSTRAINT "job_parts_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "jobs"("row_id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['jobs', 'job_parts'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
