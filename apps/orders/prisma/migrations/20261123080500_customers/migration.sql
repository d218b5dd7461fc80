-- CreateTable
CREATE TABLE "customers" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ref" TEXT,
    "name" TEXT,
    "name_at" TIMESTAMPTZ(3),
    "is_name_proven" BOOLEAN NOT NULL DEFAULT false,
    "email" TEXT,
    "email_at" TIMESTAMPTZ(3),
    "is_email_proven" BOOLEAN NOT NULL DEFAULT false,
    "first_seen_at" TIMESTAMPTZ(3),
    "last_seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateIndex
CREATE INDEX "customers_created_at" ON "customers"("workspace_id", "created_at", "row_id");

-- CreateIndex
CREATE INDEX "customers_updated_at" ON "customers"("workspace_id", "updated_at", "row_id");

-- CreateIndex
CREATE INDEX "customers_last_seen_at" ON "customers"("workspace_id", "last_seen_at", "row_id");

-- CreateIndex
CREATE INDEX "customers_ref" ON "customers"("workspace_id", "ref", "row_id");

ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "customers" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "customers"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));

-- Backfills of stored rows, which a job runs in batches (packages/service/src/jobs/backfill.ts). No row-level security, because the job
-- works for all workspaces.
CREATE TABLE "backfills" (
    "name" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "after" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',

    CONSTRAINT "backfills_pkey" PRIMARY KEY ("name", "workspace_id")
);

-- Customers of stored orders and checkouts. Responses are stored here without the reference, so a customer who has only responses appears
-- with the next record that names the reference.
-- Reads one index entry per workspace. The owner sees no rows while row-level security is forced.
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "orders" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "orders" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'customers of orders', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;

ALTER TABLE "checkouts" NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE found AS (
    (SELECT t.workspace_id FROM "checkouts" t ORDER BY t.workspace_id LIMIT 1)
    UNION ALL SELECT (SELECT t.workspace_id FROM "checkouts" t WHERE t.workspace_id > f.workspace_id ORDER BY t.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
)
INSERT INTO "backfills" ("name", "workspace_id")
SELECT 'customers of checkouts', f.workspace_id FROM found f WHERE f.workspace_id IS NOT NULL;
ALTER TABLE "checkouts" FORCE ROW LEVEL SECURITY;
