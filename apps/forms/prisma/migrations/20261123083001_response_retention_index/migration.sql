DROP INDEX CONCURRENTLY IF EXISTS "form_responses_workspace_id_created_at_idx";
CREATE INDEX CONCURRENTLY "form_responses_workspace_id_created_at_idx" ON "form_responses"("workspace_id", "created_at");
