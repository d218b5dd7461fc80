-- A deleted endpoint keeps its row until a job has deleted its deliveries in batches.
ALTER TABLE "webhook_endpoints" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);

-- The work list of the job that changes the deliveries of endpoints in batches, for all workspaces.
CREATE TABLE "webhook_backlogs" (
    "endpoint_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,

    CONSTRAINT "webhook_backlogs_pkey" PRIMARY KEY ("endpoint_id")
);
CREATE INDEX "webhook_backlogs_workspace_id_idx" ON "webhook_backlogs"("workspace_id");
