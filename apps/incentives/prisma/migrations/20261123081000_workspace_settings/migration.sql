-- Settings of the workspace, kept from the events of the workspace service.
CREATE TABLE "workspace_settings" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "default_trust_floor" DOUBLE PRECISION,

    CONSTRAINT "workspace_settings_pkey" PRIMARY KEY ("workspace_id")
);

ALTER TABLE "workspace_settings" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "workspace_settings" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "workspace_settings"
    USING ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
