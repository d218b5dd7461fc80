-- Discount codes, their names, tags, placements; the connections and partners they refer to; the kit's tables.

CREATE TABLE "partners" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "handle" TEXT,
    "handle_key" TEXT,

    CONSTRAINT "partners_pkey" PRIMARY KEY ("workspace_id", "row_id")
);
CREATE UNIQUE INDEX "partners_workspace_id_handle_key_key" ON "partners"("workspace_id", "handle_key");
CREATE INDEX "partners_workspace_id_name_idx" ON "partners"("workspace_id", "name");

CREATE TABLE "connections" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "connections_provider" CHECK ("provider" IN ('manual', 'http'))
);
CREATE UNIQUE INDEX "connections_workspace_id_slug_key" ON "connections"("workspace_id", "slug");

CREATE TABLE "discount_codes" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "display_name" TEXT,
    "value_kind" SMALLINT NOT NULL,
    "value_percent" BIGINT,
    "value_amount" BIGINT,
    "usage_limit" INTEGER,
    "usage_count" INTEGER NOT NULL DEFAULT 0,
    "start_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "one_time_purchase" BOOLEAN NOT NULL,
    "status" SMALLINT NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "public_tier" TEXT,
    "created_by" SMALLINT NOT NULL,
    "origin" TEXT,
    "tag_names" TEXT[] NOT NULL,
    "partner_id" UUID,
    "alias_count" INTEGER NOT NULL,

    CONSTRAINT "discount_codes_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "discount_codes_status" CHECK ("status" BETWEEN 0 AND 3),
    CONSTRAINT "discount_codes_created_by" CHECK ("created_by" BETWEEN 0 AND 2),
    CONSTRAINT "discount_codes_public_tier" CHECK ("public_tier" IN ('BASIC', 'QUICK', 'ENHANCED')),
    CONSTRAINT "discount_codes_value" CHECK (
        ("value_kind" = 0 AND "value_percent" BETWEEN 0 AND 1000000 AND "value_amount" IS NULL)
        OR ("value_kind" = 1 AND "value_amount" BETWEEN 0 AND 50000000 AND "value_percent" IS NULL)
    ),
    CONSTRAINT "discount_codes_time" CHECK ("ends_at" > "start_at"),
    CONSTRAINT "discount_codes_usage" CHECK ("usage_count" >= 0 AND "usage_limit" BETWEEN 1 AND 999999)
);
CREATE INDEX "discount_codes_created_at_asc" ON "discount_codes"("workspace_id", "created_at", "row_id");
CREATE INDEX "discount_codes_created_at_desc" ON "discount_codes"("workspace_id", "created_at" DESC, "row_id");
CREATE INDEX "discount_codes_code" ON "discount_codes"("workspace_id", "code", "row_id");
CREATE INDEX "discount_codes_status_asc" ON "discount_codes"("workspace_id", "status", "row_id");
CREATE INDEX "discount_codes_status_desc" ON "discount_codes"("workspace_id", "status" DESC, "row_id");
CREATE INDEX "discount_codes_status_created_at" ON "discount_codes"("workspace_id", "status", "created_at" DESC, "row_id");

CREATE TABLE "code_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "kind" SMALLINT NOT NULL,
    "alias_id" TEXT,
    "position" INTEGER NOT NULL,

    CONSTRAINT "code_names_pkey" PRIMARY KEY ("workspace_id", "name_key"),
    CONSTRAINT "code_names_kind" CHECK ("kind" BETWEEN 0 AND 2 AND ("kind" = 1) = ("alias_id" IS NOT NULL))
);
CREATE INDEX "code_names_workspace_id_discount_code_id_kind_position_idx" ON "code_names"("workspace_id", "discount_code_id", "kind", "position");

CREATE TABLE "tags" (
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "color" SMALLINT NOT NULL,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("workspace_id", "name"),
    CONSTRAINT "tags_color" CHECK ("color" BETWEEN 0 AND 9)
);

CREATE TABLE "placements" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "child" JSONB,
    "sync_status" SMALLINT NOT NULL,
    "synced_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "placements_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "placements_sync_status" CHECK ("sync_status" BETWEEN 0 AND 3)
);
CREATE UNIQUE INDEX "placements_workspace_id_discount_code_id_connection_id_key" ON "placements"("workspace_id", "discount_code_id", "connection_id");
CREATE INDEX "placements_workspace_id_connection_id_idx" ON "placements"("workspace_id", "connection_id");

CREATE TABLE "placement_targets" (
    "workspace_id" UUID NOT NULL,
    "placement_id" UUID NOT NULL,
    "kind" SMALLINT NOT NULL,
    "external_ref" TEXT NOT NULL,
    "title" TEXT,
    "position" INTEGER NOT NULL,

    CONSTRAINT "placement_targets_pkey" PRIMARY KEY ("workspace_id", "placement_id", "kind", "external_ref"),
    CONSTRAINT "placement_targets_kind" CHECK ("kind" BETWEEN 0 AND 2)
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

ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_workspace_id_partner_id_fkey"
    FOREIGN KEY ("workspace_id", "partner_id") REFERENCES "partners"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "code_names" ADD CONSTRAINT "code_names_workspace_id_discount_code_id_fkey"
    FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "placements" ADD CONSTRAINT "placements_workspace_id_discount_code_id_fkey"
    FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "placements" ADD CONSTRAINT "placements_workspace_id_connection_id_fkey"
    FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connections"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
ALTER TABLE "placement_targets" ADD CONSTRAINT "placement_targets_workspace_id_placement_id_fkey"
    FOREIGN KEY ("workspace_id", "placement_id") REFERENCES "placements"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- A statement sees and writes rows of the workspace that its transaction names, the tables' owner included; none without one.
-- The setting is read in a sub-select, once for each statement: bare, it would be read and cast for each row that a scan passes.
DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['partners', 'connections', 'discount_codes', 'code_names', 'tags', 'placements', 'placement_targets', 'idempotency_records'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
