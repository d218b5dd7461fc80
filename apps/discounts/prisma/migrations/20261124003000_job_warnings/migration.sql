-- Warnings about the records that a job has written.
ALTER TABLE "jobs" ADD COLUMN "warnings" JSONB NOT NULL DEFAULT '[]';
