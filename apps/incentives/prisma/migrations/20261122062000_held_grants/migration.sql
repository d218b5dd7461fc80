-- What waits for a decision in a workspace is listed whatever its incentive, the newest first.
CREATE INDEX "grants_held" ON "grants"("workspace_id", "created_at" DESC, "row_id") WHERE "state" = 1;
