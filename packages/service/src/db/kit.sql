-- Tables that every service has, in its migrations; their Prisma models are in kit.prisma.

-- Committed events to publish (src/outbox). No row-level security, because the relay reads all workspaces.
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
CREATE INDEX "outbox_events_workspace_id_sequence_idx" ON "outbox_events"("workspace_id", "sequence");

-- Processed events per consumer (src/events). No row-level security, because consumers work for all workspaces.
CREATE TABLE "inbox_events" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("consumer", "event_id")
);

-- Results of mutations with an Idempotency-Key (src/subgraph).
CREATE TABLE "idempotency_records" (
    "workspace_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("workspace_id", "operation", "key")
);

-- Row-level security for EVERY table with rows of a workspace, enforced for the table owner too: a statement reads and writes only rows
-- of the transaction's workspace (database/lean.ts, database/write.ts), and none if no workspace is set.
-- The sub-select reads the setting once per statement instead of once per row.
-- Under row-level security an index only supports leakproof operators: those of text, uuid, integers, timestamptz and float8, but not
-- those of numeric, enums, arrays, jsonb, ILIKE and lower(). Store lower-cased keys, enum indexes and scaled integers as columns.
DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['idempotency_records'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
