-- Endpoints that receive the workspace's events, and one delivery per event and endpoint.
CREATE TABLE "webhook_endpoints" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "event_types" JSONB CHECK (jsonb_typeof("event_types") = 'array'),
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "state" SMALLINT NOT NULL DEFAULT 0,
    "disabled_reason" SMALLINT,
    "failing_since" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("row_id"),
    CONSTRAINT "webhook_endpoints_disabled_check" CHECK (("state" = 0) = ("disabled_reason" IS NULL))
);
CREATE INDEX "webhook_endpoints_workspace_id_created_at_row_id_idx" ON "webhook_endpoints"("workspace_id", "created_at", "row_id");

CREATE TABLE "webhook_deliveries" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" SMALLINT NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "first_failed_at" TIMESTAMPTZ(3),
    "last_status" SMALLINT,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("row_id")
);
CREATE INDEX "webhook_deliveries_workspace_id_created_at_row_id_idx" ON "webhook_deliveries"("workspace_id", "created_at", "row_id");
CREATE INDEX "webhook_deliveries_workspace_id_updated_at_row_id_idx" ON "webhook_deliveries"("workspace_id", "updated_at", "row_id");
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_row_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at", "row_id");
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("row_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The work lists of the dispatcher and of the deletion of old deliveries, which work for all workspaces.
CREATE TABLE "webhook_queue" (
    "sequence" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "record_id" TEXT NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_queue_pkey" PRIMARY KEY ("sequence")
);
CREATE UNIQUE INDEX "webhook_queue_delivery_id_key" ON "webhook_queue"("delivery_id");
CREATE INDEX "webhook_queue_endpoint_id_next_attempt_at_sequence_idx" ON "webhook_queue"("endpoint_id", "next_attempt_at", "sequence");
CREATE INDEX "webhook_queue_endpoint_id_record_id_sequence_idx" ON "webhook_queue"("endpoint_id", "record_id", "sequence");
ALTER TABLE "webhook_queue" ADD CONSTRAINT "webhook_queue_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("row_id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "webhook_retention" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_retention_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "webhook_retention_due_at_idx" ON "webhook_retention"("due_at");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['webhook_endpoints', 'webhook_deliveries'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
