-- Without this index, a batch of one workspace could read the earlier rows of all other workspaces.
DROP INDEX CONCURRENTLY IF EXISTS "open_checkouts_workspace_id_provider_updated_at_idx";
CREATE INDEX CONCURRENTLY "open_checkouts_workspace_id_provider_updated_at_idx" ON "open_checkouts"("workspace_id", "provider_updated_at");
