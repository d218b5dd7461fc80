-- Trace Context header of the sampled trace that requested the push.
ALTER TABLE "store_pushes" ADD COLUMN "traceparent" TEXT;
