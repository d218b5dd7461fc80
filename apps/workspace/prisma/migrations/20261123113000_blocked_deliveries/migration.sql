-- The dispatcher marks deliveries that wait for an earlier delivery of their record, so that it does not read them at each poll.
ALTER TABLE "webhook_queue" ADD COLUMN "is_blocked" BOOLEAN NOT NULL DEFAULT false;
