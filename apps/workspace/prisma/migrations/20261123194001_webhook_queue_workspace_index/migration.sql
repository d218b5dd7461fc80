DROP INDEX CONCURRENTLY IF EXISTS "webhook_queue_workspace_id_sequence_idx";
CREATE INDEX CONCURRENTLY "webhook_queue_workspace_id_sequence_idx" ON "webhook_queue"("workspace_id", "sequence");
