DROP INDEX CONCURRENTLY IF EXISTS "jobs_workspace_id_updated_at_row_id_idx";
CREATE INDEX CONCURRENTLY "jobs_workspace_id_updated_at_row_id_idx" ON "jobs"("workspace_id", "updated_at", "row_id");
