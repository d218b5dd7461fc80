-- Without this index, a batch of one workspace could read the earlier rows of all other workspaces.
DROP INDEX CONCURRENTLY IF EXISTS "open_responses_workspace_id_changed_at_idx";
CREATE INDEX CONCURRENTLY "open_responses_workspace_id_changed_at_idx" ON "open_responses"("workspace_id", "changed_at");
