-- To poll for changed responses.
DROP INDEX CONCURRENTLY IF EXISTS "form_responses_updated_at";
CREATE INDEX CONCURRENTLY "form_responses_updated_at" ON "form_responses"("workspace_id", "updated_at", "row_id");
