-- No row-level security, because the job reads the entries of all workspaces.
CREATE TABLE "response_retentions" (
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "days" INTEGER,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "response_retentions_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "response_retentions_due_at_idx" ON "response_retentions"("due_at");
