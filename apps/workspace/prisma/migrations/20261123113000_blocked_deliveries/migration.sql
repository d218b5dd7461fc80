-- The dispatcher marks deliveries that wait for an earlier delivery of their record, so that it does not read them at each poll.
ALTER TABLE "webhook_queue" ADD COLUMN "is_blocked" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "webhook_queue_due_idx" ON "webhook_queue"("endpoint_id", "is_blocked", "next_attempt_at", "sequence");
DROP INDEX "webhook_queue_endpoint_id_next_attempt_at_sequence_idx";
