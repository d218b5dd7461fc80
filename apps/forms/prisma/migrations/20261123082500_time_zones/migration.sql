-- Time zone of the workspace, kept from the events of the workspace service.
CREATE TABLE "workspace_time_zones" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "time_zone" TEXT NOT NULL,

    CONSTRAINT "workspace_time_zones_pkey" PRIMARY KEY ("workspace_id")
);

ALTER TABLE "workspace_time_zones" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "workspace_time_zones" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "workspace_time_zones"
    USING ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK ("workspace_id" = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
