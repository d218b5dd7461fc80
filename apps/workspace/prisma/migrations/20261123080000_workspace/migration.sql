-- The tables of the gateway's former database become those of a service: with row-level security, an outbox, an inbox and idempotency
-- records.

ALTER TYPE "key_kind" ADD VALUE 'SESSION';

ALTER TABLE "workspaces" RENAME COLUMN "id" TO "workspace_id";
ALTER TABLE "workspaces"
    ADD COLUMN "updated_at" TIMESTAMPTZ(3),
    ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    ADD COLUMN "reporting_currency" TEXT,
    ADD COLUMN "default_trust_floor" DOUBLE PRECISION CHECK ("default_trust_floor" BETWEEN 0 AND 1),
    ADD COLUMN "response_retention_days" INTEGER CHECK ("response_retention_days" > 0);
UPDATE "workspaces" SET "updated_at" = "created_at";
ALTER TABLE "workspaces" ALTER COLUMN "updated_at" SET NOT NULL;

ALTER TABLE "members" RENAME COLUMN "id" TO "row_id";
ALTER INDEX "members_workspace_id_id_key" RENAME TO "members_workspace_id_row_id_key";
ALTER TABLE "members" ADD COLUMN "updated_at" TIMESTAMPTZ(3);
UPDATE "members" SET "updated_at" = coalesce("removed_at", "created_at");
ALTER TABLE "members" ALTER COLUMN "updated_at" SET NOT NULL;

ALTER TABLE "keys" RENAME TO "api_keys";
ALTER TABLE "api_keys" RENAME COLUMN "id" TO "row_id";
ALTER TABLE "api_keys" RENAME CONSTRAINT "keys_pkey" TO "api_keys_pkey";
ALTER TABLE "api_keys" RENAME CONSTRAINT "keys_workspace_id_fkey" TO "api_keys_workspace_id_fkey";
ALTER TABLE "api_keys" RENAME CONSTRAINT "keys_workspace_id_created_by_fkey" TO "api_keys_workspace_id_created_by_fkey";
ALTER INDEX "keys_hash_key" RENAME TO "api_keys_hash_key";
ALTER INDEX "keys_workspace_id_created_by_idx" RENAME TO "api_keys_workspace_id_created_by_idx";
ALTER TABLE "api_keys"
    ADD COLUMN "name" TEXT,
    ADD COLUMN "updated_at" TIMESTAMPTZ(3),
    ADD COLUMN "expires_at" TIMESTAMPTZ(3),
    ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
UPDATE "api_keys" SET "name" = 'Key …' || "suffix", "updated_at" = coalesce("revoked_at", "created_at");
ALTER TABLE "api_keys" ALTER COLUMN "name" SET NOT NULL, ALTER COLUMN "updated_at" SET NOT NULL;

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

-- A statement reads and writes only rows of its transaction's workspace, and none if no workspace is set.
DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
    -- Only the owner has rights on the tables. Any other role reads them through the view, in which current_user remains that role.
    others text := '(SELECT current_user) <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ''api_keys''::regclass)';
BEGIN
    FOREACH name IN ARRAY ARRAY['workspaces', 'members', 'api_keys', 'idempotency_records'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['workspaces', 'members', 'api_keys'] LOOP
        EXECUTE format('CREATE POLICY lookup ON %I FOR SELECT USING (%s)', name, others);
    END LOOP;
END $$;

-- The gateway looks up keys here. Roles need the right to connect to this database, which is granted to the gateway's role only.
CREATE VIEW "api_key_lookups" AS
SELECT k.hash, k.row_id AS key_id, k.workspace_id, k.created_by AS member_id, k.kind::text, k.level::text, k.origins, k.connection_id,
       k.limit_per_minute, k.expires_at, k.revoked_at IS NOT NULL AS is_revoked, m.role::text, m.removed_at IS NULL AS is_member, w.is_test
  FROM api_keys k
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id;
GRANT SELECT ON "api_key_lookups" TO PUBLIC;
