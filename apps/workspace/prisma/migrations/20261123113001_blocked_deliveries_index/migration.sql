DROP INDEX CONCURRENTLY IF EXISTS "webhook_queue_due_idx";
CREATE INDEX CONCURRENTLY "webhook_queue_due_idx" ON "webhook_queue"("endpoint_id", "is_blocked", "next_attempt_at", "sequence");
DROP INDEX CONCURRENTLY IF EXISTS "webhook_queue_endpoint_id_next_attempt_at_sequence_idx";
