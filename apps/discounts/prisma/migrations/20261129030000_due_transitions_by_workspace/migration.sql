-- Without this index, a batch of one workspace could read the earlier rows of all other workspaces.
DROP INDEX CONCURRENTLY IF EXISTS "scheduled_transitions_workspace_id_due_at_idx";
CREATE INDEX CONCURRENTLY "scheduled_transitions_workspace_id_due_at_idx" ON "scheduled_transitions"("workspace_id", "due_at");
