-- DropIndex
DROP INDEX "grants_workspace_id_incentive_id_state_idx";

-- CreateIndex
CREATE INDEX "grants_of_incentive_by_state" ON "grants"("workspace_id", "incentive_id", "state", "created_at" DESC, "row_id");
