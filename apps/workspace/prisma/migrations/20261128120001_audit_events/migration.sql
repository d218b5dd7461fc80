-- The audit log of all services.
CREATE TABLE "audit_events" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "operation_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "actor_kind" SMALLINT NOT NULL,
    "key_id" UUID,
    "key_name" TEXT,
    "member_id" UUID,
    "member_name" TEXT,
    "member_email" TEXT,
    "request_id" TEXT,
    "record_type" TEXT,
    "record_id" TEXT,
    "action" SMALLINT,
    "customer_id" UUID,
    "changes" JSONB NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("workspace_id", "row_id")
);
CREATE INDEX "audit_events_workspace_id_created_at_row_id_idx" ON "audit_events"("workspace_id", "created_at", "row_id");
CREATE INDEX "audit_events_workspace_id_record_id_created_at_row_id_idx"
    ON "audit_events"("workspace_id", "record_id", "created_at", "row_id");
CREATE INDEX "audit_events_workspace_id_customer_id_idx" ON "audit_events"("workspace_id", "customer_id");

-- Erased customers. Audit records of earlier operations that arrive after the erasure lose the customer's data too, and an operator repeats
-- the erasures after a restore.
CREATE TABLE "customer_erasures" (
    "workspace_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_erasures_pkey" PRIMARY KEY ("workspace_id", "customer_id")
);

-- Workspaces with audit events, and the time of the next deletion of old audit events. The job works for all workspaces.
CREATE TABLE "audit_retention" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_retention_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "audit_retention_due_at_idx" ON "audit_retention"("due_at");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['audit_events', 'customer_erasures'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
