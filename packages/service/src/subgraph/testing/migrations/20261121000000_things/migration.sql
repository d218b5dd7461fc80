CREATE TABLE "things" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "things_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "things_name_key" UNIQUE ("workspace_id", "name")
);

CREATE TABLE "outbox_events" (
    "sequence" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "headers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("sequence")
);
CREATE UNIQUE INDEX "outbox_events_id_key" ON "outbox_events"("id");

CREATE TABLE "inbox_events" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("consumer", "event_id")
);

CREATE TABLE "idempotency_records" (
    "workspace_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("workspace_id", "operation", "key")
);
CREATE INDEX "idempotency_records_workspace_id_created_at_idx" ON "idempotency_records"("workspace_id", "created_at");

-- A statement sees and writes rows of the workspace that its transaction names, the tables' owner included; none without one.
-- The setting is read in a sub-select, once for each statement: bare, it would be read and cast for each row that a scan passes.
DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['things', 'idempotency_records'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
