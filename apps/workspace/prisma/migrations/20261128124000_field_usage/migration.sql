-- Number of requests of an API key that used a part of the schema on one day. The gateway reports the counts.
CREATE TABLE "field_usage" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "key_id" UUID NOT NULL,
    "coordinate" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "field_usage_pkey" PRIMARY KEY ("workspace_id", "day", "key_id", "coordinate")
-- Each report increases the counts of the day. The free space keeps these updates on the same page (HOT updates).
) WITH (fillfactor = 80);

-- Workspaces with usage records, and the time of the next deletion of old records. The job that deletes them works for all workspaces.
CREATE TABLE "field_usage_retention" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "field_usage_retention_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "field_usage_retention_due_at_idx" ON "field_usage_retention"("due_at");

DO $$
DECLARE
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
    -- As for api_keys, the gateway's role reads the records of all workspaces through the view.
    others text := '(SELECT current_user) <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ''api_keys''::regclass)
        AND coalesce((SELECT current_setting(''app.workspace_id'', true)), '''') = ''''';
BEGIN
    ALTER TABLE field_usage ENABLE ROW LEVEL SECURITY;
    ALTER TABLE field_usage FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY workspace ON field_usage USING (%s) WITH CHECK (%s)', scope, scope);
    EXECUTE format('CREATE POLICY lookup ON field_usage FOR SELECT USING (%s)', others);
END $$;

-- The schema check reads the usage of all workspaces here.
CREATE VIEW "field_usage_lookups" AS
SELECT u.coordinate, u.day, u.count, u.workspace_id, u.key_id, k.name AS key_name, k.suffix AS key_suffix
  FROM field_usage u
  LEFT JOIN api_keys k ON k.row_id = u.key_id;
GRANT SELECT ON "field_usage_lookups" TO PUBLIC;
