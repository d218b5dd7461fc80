-- A trigger books the counter entry, so that no writer, including a replica with an older version, can book only one side.
CREATE FUNCTION book_counter_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO credit_ledger (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
        customer_verified, account, counter_of, spend_id)
    VALUES (gen_random_uuid(), NEW.workspace_id, NEW.created_at, NEW.grant_id, NEW.customer_id, NEW.connection_id, NEW.kind,
        -NEW.amount_minor, NEW.currency, NEW.customer_verified, NEW.kind + 1, NEW.row_id, NEW.spend_id);
    RETURN NULL;
END $$;
CREATE TRIGGER "credit_ledger_double_entry" AFTER INSERT ON "credit_ledger"
    FOR EACH ROW WHEN (NEW.account = 0) EXECUTE FUNCTION book_counter_entry();

-- Backfills of stored rows, which a job runs in batches (packages/service/src/jobs/backfill.ts). No row-level security, because the job
-- works for all workspaces.
CREATE TABLE "backfills" (
    "name" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "after" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("name", "workspace_id")
);

-- Counter entries of the entries that were stored before the trigger.
-- Reads one index entry per workspace. The owner sees no rows while row-level security is forced.
ALTER TABLE "credit_ledger" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "credit_ledger" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "credit_ledger" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'counter entries of credits', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "credit_ledger" FORCE ROW LEVEL SECURITY;
