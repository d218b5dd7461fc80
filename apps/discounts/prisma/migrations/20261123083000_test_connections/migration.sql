-- Rows of older replicas get the defaults.
ALTER TABLE "connections" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "connections" ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false;

-- Workspaces for tests, from the events of the workspace service. Nothing is pushed to their stores.
CREATE TABLE "test_workspaces" (
    "workspace_id" UUID NOT NULL,

    CONSTRAINT "test_workspaces_pkey" PRIMARY KEY ("workspace_id")
);
ALTER TABLE "test_workspaces" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "test_workspaces" FORCE ROW LEVEL SECURITY;
CREATE POLICY "workspace" ON "test_workspaces"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
