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

-- Published events, which the relay publishes again if NATS loses them (src/outbox/republish.ts). The relay deletes an event after
-- OUTBOX_KEEP_DAYS. The table has no row-level security, like the outbox.
CREATE TABLE "published_events" (
    "sequence" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "headers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "stream_sequence" BIGINT NOT NULL,

    CONSTRAINT "published_events_pkey" PRIMARY KEY ("sequence")
);

-- The stream to which the relay publishes: the time of its creation, and its last sequence number.
CREATE TABLE "outbox_streams" (
    "name" TEXT NOT NULL,
    "created" TEXT NOT NULL,
    "last_sequence" BIGINT NOT NULL,

    CONSTRAINT "outbox_streams_pkey" PRIMARY KEY ("name")
);

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

-- Executions of audited operations that are not yet sent to the audit log (src/audit). The table has no row-level security, because a job
-- sends the operations of all workspaces.
CREATE TABLE "audit_operations" (
    "workspace_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "details" JSON NOT NULL,
    "is_partly_sent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "audit_operations_pkey" PRIMARY KEY ("workspace_id", "operation_id")
);

-- Rows that audited operations changed. The type json stores the text of the row, which needs less CPU time than jsonb.
CREATE TABLE "audit_changes" (
    "workspace_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,

    CONSTRAINT "audit_changes_pkey" PRIMARY KEY ("workspace_id", "operation_id", "sequence")
);

-- Records a changed row under the id of the transaction's operation.
CREATE FUNCTION record_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_changes (workspace_id, operation_id, table_name, before, after)
    VALUES (current_setting('app.workspace_id')::uuid, current_setting('app.audit_operation')::uuid, TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN row_to_json(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN row_to_json(NEW) END);
    RETURN NULL;
END $$;

-- For rows with customers' data: records only the names of the changed columns, and the values of the columns in the trigger's arguments.
CREATE FUNCTION record_private_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    changed json := (
        SELECT json_object_agg(one.key, CASE WHEN one.key = ANY (TG_ARGV) THEN one.value END)
        FROM jsonb_each(coalesce(new_row, old_row)) AS one
        WHERE one.key = ANY (TG_ARGV) OR old_row -> one.key IS DISTINCT FROM new_row -> one.key);
BEGIN
    INSERT INTO audit_changes (workspace_id, operation_id, table_name, before, after)
    VALUES (current_setting('app.workspace_id')::uuid, current_setting('app.audit_operation')::uuid, TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN changed END, CASE WHEN TG_OP <> 'DELETE' THEN changed END);
    RETURN NULL;
END $$;

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
    FOREACH name IN ARRAY ARRAY['idempotency_records', 'audit_changes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;

-- The audit log covers a table with the trigger `audit` (src/audit/plan.ts). The condition is false for transactions that are not audited.
--
--   CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "…" FOR EACH ROW
--     WHEN (current_setting('app.audit_operation', true) <> '') EXECUTE FUNCTION record_audit_change();
