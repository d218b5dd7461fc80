-- Published events, which the relay publishes again if NATS loses them (packages/service/src/outbox). The relay deletes an event after
-- OUTBOX_KEEP_DAYS. The table has no row-level security, like the outbox.
CREATE TABLE "published_events" (
    "sequence" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "event" JSONB NOT NULL,
    "headers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "stream_sequence" BIGINT NOT NULL,

    CONSTRAINT "published_events_pkey" PRIMARY KEY ("sequence")
);

-- The stream to which the relay publishes: the time of its creation, and its last sequence number.
CREATE TABLE "outbox_streams" (
    "name" TEXT NOT NULL,
    "created" TEXT NOT NULL,
    "last_sequence" BIGINT NOT NULL,

    CONSTRAINT "outbox_streams_pkey" PRIMARY KEY ("name")
);
