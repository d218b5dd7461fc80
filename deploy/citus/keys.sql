-- Adds workspace_id to the keys that sharding by workspace requires, in the databases of discounts, forms, incentives and orders. Stop the
-- service first, because the statements lock the tables while PostgreSQL builds the indexes. Run the file with psql as the service's role.
-- docs/scaling.md describes the other steps.
BEGIN;

ALTER TABLE outbox_events DROP CONSTRAINT outbox_events_pkey, ADD PRIMARY KEY (workspace_id, sequence);
DROP INDEX outbox_events_id_key;
CREATE UNIQUE INDEX outbox_events_id_key ON outbox_events (workspace_id, id);
ALTER TABLE published_events DROP CONSTRAINT published_events_pkey, ADD PRIMARY KEY (workspace_id, sequence);
ALTER TABLE inbox_events DROP CONSTRAINT inbox_events_pkey, ADD PRIMARY KEY (workspace_id, consumer, event_id);

-- Only some of the services have these tables.
DO $$
BEGIN
    IF to_regclass('jobs') IS NOT NULL THEN
        ALTER TABLE job_parts DROP CONSTRAINT job_parts_job_id_fkey;
        ALTER TABLE job_queue DROP CONSTRAINT job_queue_job_id_fkey;
        ALTER TABLE jobs DROP CONSTRAINT jobs_pkey, ADD PRIMARY KEY (workspace_id, row_id);
        ALTER TABLE job_parts DROP CONSTRAINT job_parts_pkey, ADD PRIMARY KEY (workspace_id, job_id, position),
            ADD CONSTRAINT job_parts_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES jobs (workspace_id, row_id) ON DELETE CASCADE;
        ALTER TABLE job_queue DROP CONSTRAINT job_queue_pkey, ADD PRIMARY KEY (workspace_id, job_id),
            ADD CONSTRAINT job_queue_job_id_fkey FOREIGN KEY (workspace_id, job_id) REFERENCES jobs (workspace_id, row_id) ON DELETE CASCADE;
    END IF;
    IF to_regclass('due_attributions') IS NOT NULL THEN
        ALTER TABLE due_attributions DROP CONSTRAINT due_attributions_pkey, ADD PRIMARY KEY (workspace_id, sequence);
    END IF;
END $$;

COMMIT;
