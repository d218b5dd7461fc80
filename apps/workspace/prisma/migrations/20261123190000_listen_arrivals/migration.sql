-- Events that arrived for listening sessions. A session's reader moves them to listen_events under the lock of the workspace, so that the
-- transactions that queue webhooks do not need this lock.
CREATE TABLE "listen_arrivals" (
    "sequence" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "listen_arrivals_pkey" PRIMARY KEY ("sequence")
);
CREATE INDEX "listen_arrivals_workspace_id_sequence_idx" ON "listen_arrivals"("workspace_id", "sequence");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['listen_arrivals'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
