-- Workspaces with jobs, and the time of the next deletion of old jobs. The job that deletes them works for all workspaces.
CREATE TABLE "job_retention" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_retention_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "job_retention_due_at_idx" ON "job_retention"("due_at");
