-- Tables of every service. The service copies these statements to a migration, and the Prisma models in kit.prisma to its schema.prisma.

-- Committed events that the relay has not yet published (src/outbox). The table has no row-level security, because the relay reads the
-- events of all workspaces.
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

-- Events that each consumer has processed (src/messaging/inbox.ts). The table has no row-level security, because a consumer processes the
-- events of all workspaces.
CREATE TABLE "inbox_events" (
    "consumer" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbox_events_pkey" PRIMARY KEY ("consumer", "event_id")
);

-- Results of mutations with an Idempotency-Key (src/mutations/idempotency.ts).
CREATE TABLE "idempotency_records" (
    "workspace_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("workspace_id", "operation", "key")
);

-- Each table with rows of workspaces needs row-level security, except the tables that migrations.int.test.ts lists as exceptions. Row-level
-- security also applies to the table owner. A statement reads and writes only rows of the transaction's workspace
-- (src/db/scoped-query.ts, src/tx/transaction.ts). If no workspace is set, the statement finds no rows.
-- The subquery reads the setting once per statement instead of once per row.
-- With row-level security, PostgreSQL uses an index only for leakproof operators. The operators of text, uuid, integers, timestamptz and
-- float8 are leakproof. The operators of numeric, enums, arrays and jsonb, ILIKE and lower() are not leakproof. Therefore, store lower-case
-- keys, enum indexes and scaled integers in columns.
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
