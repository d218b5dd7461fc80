-- Workspaces to look up at the workspace service (packages/service/src/replicas/workspace-lookups.ts). No row-level security, because the
-- job works for all workspaces.
CREATE TABLE "workspace_lookups" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_lookups_pkey" PRIMARY KEY ("workspace_id")
);

-- CreateIndex
CREATE INDEX "workspace_lookups_due_at_idx" ON "workspace_lookups"("due_at");

INSERT INTO "workspace_lookups" ("workspace_id", "due_at") SELECT r.workspace_id, CURRENT_TIMESTAMP FROM "reporting_currencies" r;
