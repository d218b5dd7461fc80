-- The registry of jobs. The services that process the jobs report their progress by events.
CREATE TABLE "jobs" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "service" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "record" JSONB NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("row_id")
);
CREATE INDEX "jobs_workspace_id_created_at_row_id_idx" ON "jobs"("workspace_id", "created_at", "row_id");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['jobs'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
