-- Without this index, a batch of one workspace could read the earlier rows of all other workspaces.
DROP INDEX CONCURRENTLY IF EXISTS "due_grants_workspace_id_due_at_idx";
CREATE INDEX CONCURRENTLY "due_grants_workspace_id_due_at_idx" ON "due_grants"("workspace_id", "due_at");
