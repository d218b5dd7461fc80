-- What an http connection is reached by; the secret is encrypted by the service.
ALTER TABLE "connections" ADD COLUMN "endpoint" TEXT,
ADD COLUMN "secret" TEXT,
ADD CONSTRAINT "connections_reach" CHECK (("provider" = 'http') = ("endpoint" IS NOT NULL) AND ("endpoint" IS NULL) = ("secret" IS NULL));

ALTER TABLE "placements" ADD COLUMN "sync_version" INTEGER NOT NULL DEFAULT 0;

-- The statuses that are there count as written now: a time already past moves nothing.
ALTER TABLE "discount_codes" ADD COLUMN "status_written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
ALTER TABLE "discount_codes" ALTER COLUMN "status_written_at" DROP DEFAULT;

CREATE TABLE "campaigns" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("workspace_id", "row_id")
);
CREATE UNIQUE INDEX "campaigns_workspace_id_name_key" ON "campaigns"("workspace_id", "name");

CREATE TABLE "campaign_codes" (
    "workspace_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,

    CONSTRAINT "campaign_codes_pkey" PRIMARY KEY ("workspace_id", "discount_code_id", "campaign_id")
);

-- No foreign keys: a record of what was done outlives what it was done to.
CREATE TABLE "discount_changes" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "connection_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "discount_placement_id" UUID,
    "payload_hash" TEXT NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "discount_changes_pkey" PRIMARY KEY ("workspace_id", "row_id")
);
CREATE INDEX "discount_changes_workspace_id_discount_code_id_row_id_idx" ON "discount_changes"("workspace_id", "discount_code_id", "row_id");

-- The next two are work lists of the service itself, which goes through them for all workspaces: no row-level security.
CREATE TABLE "scheduled_transitions" (
    "workspace_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scheduled_transitions_pkey" PRIMARY KEY ("workspace_id", "discount_code_id")
);
CREATE INDEX "scheduled_transitions_due_at_idx" ON "scheduled_transitions"("due_at");

CREATE TABLE "store_pushes" (
    "workspace_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "requested" INTEGER NOT NULL DEFAULT 0,
    "forced" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sending_id" UUID,
    "sending_hash" TEXT,
    "sending_text" TEXT,
    "sending_requested" INTEGER,
    "pushed_hash" TEXT,

    CONSTRAINT "store_pushes_pkey" PRIMARY KEY ("workspace_id", "discount_code_id", "connection_id")
);
CREATE INDEX "store_pushes_due_at_idx" ON "store_pushes"("due_at");

ALTER TABLE "campaign_codes" ADD CONSTRAINT "campaign_codes_workspace_id_campaign_id_fkey"
    FOREIGN KEY ("workspace_id", "campaign_id") REFERENCES "campaigns"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "campaign_codes" ADD CONSTRAINT "campaign_codes_workspace_id_discount_code_id_fkey"
    FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "scheduled_transitions" ADD CONSTRAINT "scheduled_transitions_workspace_id_discount_code_id_fkey"
    FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_codes"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;
ALTER TABLE "store_pushes" ADD CONSTRAINT "store_pushes_workspace_id_connection_id_fkey"
    FOREIGN KEY ("workspace_id", "connection_id") REFERENCES "connections"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Codes whose time is to come (2: SCHEDULED, 3: ACTIVE). Their owner sees no workspace's rows while row-level security is forced.
ALTER TABLE "discount_codes" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "scheduled_transitions" ("workspace_id", "discount_code_id", "due_at")
SELECT d.workspace_id, d.row_id, LEAST(CASE WHEN d.status = 2 AND d.start_at > now() THEN d.start_at END, CASE WHEN d.ends_at > now() THEN d.ends_at END)
FROM discount_codes d
WHERE (d.status = 2 AND d.start_at > now()) OR (d.status IN (2, 3) AND d.ends_at > now());
ALTER TABLE "discount_codes" FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['campaigns', 'campaign_codes', 'discount_changes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
