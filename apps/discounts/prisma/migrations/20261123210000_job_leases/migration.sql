-- While an attempt at a job's step runs, the time when other processes may begin the next attempt.
ALTER TABLE "job_queue" ADD COLUMN "leased_until" TIMESTAMPTZ(3);
