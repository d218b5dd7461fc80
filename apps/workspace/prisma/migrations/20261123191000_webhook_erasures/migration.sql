-- The work list of the job that deletes webhook deliveries of erased customers in batches, for all workspaces. The columns "after_…" contain
-- the last delivery that the job has read.
CREATE TABLE "webhook_erasures" (
    "workspace_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "after_created_at" TIMESTAMPTZ(3) NOT NULL,
    "after_row_id" UUID NOT NULL,

    CONSTRAINT "webhook_erasures_pkey" PRIMARY KEY ("workspace_id", "customer_id")
);
