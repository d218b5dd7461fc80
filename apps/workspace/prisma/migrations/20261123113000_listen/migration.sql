-- Listening sessions, and the events that are kept for the sessions of a workspace.
CREATE TABLE "listen_sessions" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "event_types" JSONB CHECK (jsonb_typeof("event_types") = 'array'),
    "cursor" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listen_sessions_pkey" PRIMARY KEY ("row_id")
);
CREATE INDEX "listen_sessions_workspace_id_expires_at_idx" ON "listen_sessions"("workspace_id", "expires_at");

CREATE TABLE "listen_events" (
    "sequence" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "body" TEXT NOT NULL,

    CONSTRAINT "listen_events_pkey" PRIMARY KEY ("sequence")
);
CREATE INDEX "listen_events_workspace_id_sequence_idx" ON "listen_events"("workspace_id", "sequence");

-- Workspaces with sessions. The row is the lock for changes of a workspace's sessions and events.
CREATE TABLE "listen_workspaces" (
    "workspace_id" UUID NOT NULL,
    "dropped_until" BIGINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listen_workspaces_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "listen_workspaces_due_at_idx" ON "listen_workspaces"("due_at");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['listen_sessions', 'listen_events'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
