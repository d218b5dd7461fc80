-- The job first deletes the pending deliveries of an erased customer. "after_sequence" is the last entry of webhook_queue that the job has
-- read, or null after the job has read all entries. Until "retry_at", the job skips a customer whose deliveries it could not delete.
ALTER TABLE "webhook_erasures" ADD COLUMN "after_sequence" BIGINT DEFAULT 0;
ALTER TABLE "webhook_erasures" ADD COLUMN "retry_at" TIMESTAMPTZ(3);
