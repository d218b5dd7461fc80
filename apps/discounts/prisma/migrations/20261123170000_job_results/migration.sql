-- A job's result file: the number of its parts, and the time when the parts are deleted.
ALTER TABLE "jobs" ADD COLUMN "result_parts" INTEGER,
ADD COLUMN "result_expires_at" TIMESTAMPTZ(3);
