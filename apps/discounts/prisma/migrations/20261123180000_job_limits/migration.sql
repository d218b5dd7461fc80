-- The factor by which a job reduces its batches, and the size of its result file.
ALTER TABLE "jobs" ADD COLUMN "batch_divisor" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "result_bytes" BIGINT NOT NULL DEFAULT 0;
