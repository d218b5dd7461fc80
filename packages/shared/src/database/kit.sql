-- The tables of the kit. Each service's migrations contain them, its prisma/schema.prisma the models of kit.prisma.

-- Events that were committed with their change and wait to be published (src/outbox). The relay works for all workspaces: no row-level security.
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

-- Events whose effect was had (src/events). A consumer works for all workspaces: no row-level security.
CREATE TABLE "inbox_events" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("consumer", "event_id")
);

-- Mutations that came with an Idempotency-Key, and what they answered (src/subgraph).
CREATE TABLE "idempotency_records" (
    "workspace_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("workspace_id", "operation", "key")
);

-- Row-level security, for EVERY table of a workspace's rows: a statement sees and writes rows of the workspace that its transaction
-- names (database/lean.ts, database/write.ts), the tables' owner included; none without one.
-- The setting is read in a sub-select, once for each statement: bare, it would be read and cast for each row that a scan passes.
-- Under row-level security an index serves only leakproof operators: those of text, uuid, integers, timestamptz and float8 are;
-- those of numeric, enums, arrays, jsonb, ILIKE and lower() are not. Store lower-cased keys, ranks and scaled integers as columns.
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
