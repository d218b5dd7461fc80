-- Markers of dropped events. A transaction that does not store its events in listen_arrivals, because too many events wait, adds a marker
-- without a lock.
CREATE TABLE "listen_drops" (
    "workspace_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "listen_drops_pkey" PRIMARY KEY ("workspace_id", "sequence")
);

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['listen_drops'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
