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

-- Customers of stored orders and checkouts. Responses are stored here without the reference, so a customer who has only responses appears
-- with the next record that names the reference.
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "checkouts" NO FORCE ROW LEVEL SECURITY;
ALTER TABLE "form_response_references" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "customers" ("row_id", "workspace_id", "created_at", "updated_at", "ref", "name", "name_at", "is_name_proven", "first_seen_at", "last_seen_at")
SELECT s.customer_id, s.workspace_id, min(s.created_at), now(), min(s.customer_ref),
  (array_agg(s.customer_name ORDER BY s.provider_updated_at DESC, s.customer_name COLLATE "C" DESC) FILTER (WHERE s.customer_name <> ''))[1],
  max(s.provider_updated_at) FILTER (WHERE s.customer_name <> ''), bool_or(s.customer_name <> '') IS TRUE,
  LEAST(min(s.seen_at), (SELECT min(r.completed_at) FROM "form_response_references" r
    WHERE r.workspace_id = s.workspace_id AND r.customer_id = s.customer_id AND NOT r.customer_is_claim)),
  GREATEST(max(s.seen_at), (SELECT max(r.completed_at) FROM "form_response_references" r
    WHERE r.workspace_id = s.workspace_id AND r.customer_id = s.customer_id AND NOT r.customer_is_claim))
FROM (
  SELECT o.workspace_id, o.customer_id, o.customer_ref, o.customer_name, o.provider_updated_at, o.created_at, o.placed_at AS seen_at
  FROM "orders" o WHERE o.customer_id IS NOT NULL
  UNION ALL
  SELECT c.workspace_id, c.customer_id, c.customer_ref, NULL, c.provider_updated_at, c.created_at, c.started_at
  FROM "checkouts" c WHERE c.customer_id IS NOT NULL
) s
GROUP BY s.workspace_id, s.customer_id;
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;
ALTER TABLE "checkouts" FORCE ROW LEVEL SECURITY;
ALTER TABLE "form_response_references" FORCE ROW LEVEL SECURITY;

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
