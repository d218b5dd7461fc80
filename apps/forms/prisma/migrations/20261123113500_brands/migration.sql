-- Brand of the workspace and its logo, kept from the events of the workspace service. Each has the time of its newest processed event.
CREATE TABLE "workspace_brands" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "accent_color" TEXT,
    "font" TEXT,
    "corner_radius" INTEGER,
    "locale" TEXT,
    "support_email" TEXT,

    CONSTRAINT "workspace_brands_pkey" PRIMARY KEY ("workspace_id")
);

CREATE TABLE "workspace_logos" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "sha256" TEXT,
    "media_type" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "data" BYTEA,

    CONSTRAINT "workspace_logos_pkey" PRIMARY KEY ("workspace_id")
);

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['workspace_brands', 'workspace_logos'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
