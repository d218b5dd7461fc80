-- The part of a grant's credit or entitlement that was used.
ALTER TABLE "grants" ADD COLUMN "used" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "grants" ADD CONSTRAINT "grants_used" CHECK ("used" >= 0 AND "used" <= coalesce("amount_minor", "entitlement_limit", 0));

CREATE INDEX "grants_created_at" ON "grants"("workspace_id", "created_at" DESC, "row_id");
CREATE INDEX "grants_updated_at" ON "grants"("workspace_id", "updated_at" DESC, "row_id");
CREATE INDEX "grants_of_customer" ON "grants"("workspace_id", "customer_id", "created_at" DESC, "row_id");

CREATE TABLE "credit_spends" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "note" TEXT,
    "balance_minor" BIGINT NOT NULL,

    CONSTRAINT "credit_spends_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "credit_spends_amounts" CHECK ("amount_minor" > 0 AND "balance_minor" >= 0)
);
CREATE UNIQUE INDEX "credit_spends_workspace_id_reference_key" ON "credit_spends"("workspace_id", "reference");

CREATE TABLE "entitlement_uses" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID NOT NULL,
    "lookup_key" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "limit" BIGINT NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "entitlement_uses_pkey" PRIMARY KEY ("workspace_id", "row_id"),
    CONSTRAINT "entitlement_uses_quantity" CHECK ("quantity" > 0 AND "used" BETWEEN "quantity" AND "limit")
);
CREATE UNIQUE INDEX "entitlement_uses_workspace_id_reference_key" ON "entitlement_uses"("workspace_id", "reference");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['credit_spends', 'entitlement_uses'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;

-- Double entry: each entry of a customer's account (0) has a counter entry in the account of its kind (kind + 1).
ALTER TABLE "credit_ledger" ADD COLUMN "sequence" BIGSERIAL NOT NULL,
ADD COLUMN "account" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "counter_of" UUID,
ADD COLUMN "spend_id" UUID;
ALTER TABLE "credit_ledger" DROP CONSTRAINT "credit_ledger_kind";
ALTER TABLE "credit_ledger"
    ADD CONSTRAINT "credit_ledger_kind" CHECK (
        "kind" BETWEEN 0 AND 3 AND "amount_minor" <> 0 AND (("kind" = 0) = ("amount_minor" > 0)) = ("account" = 0)
    ),
    ADD CONSTRAINT "credit_ledger_account" CHECK ("account" IN (0, "kind" + 1) AND ("account" = 0) = ("counter_of" IS NULL)),
    ADD CONSTRAINT "credit_ledger_spend" CHECK (("kind" = 3) = ("spend_id" IS NOT NULL)),
    ADD CONSTRAINT "credit_ledger_spend_id_fkey" FOREIGN KEY ("workspace_id", "spend_id")
        REFERENCES "credit_spends"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;
DROP INDEX "credit_ledger_workspace_id_grant_id_kind_key";
CREATE UNIQUE INDEX "credit_ledger_once_per_grant" ON "credit_ledger"("workspace_id", "grant_id", "kind") WHERE "account" = 0 AND "kind" < 3;
CREATE UNIQUE INDEX "credit_ledger_one_counter_entry" ON "credit_ledger"("workspace_id", "counter_of") WHERE "counter_of" IS NOT NULL;
CREATE INDEX "credit_ledger_of_customer" ON "credit_ledger"("workspace_id", "customer_id", "currency", "sequence");

ALTER TABLE "credit_ledger" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "credit_ledger" (row_id, workspace_id, created_at, grant_id, customer_id, connection_id, kind, amount_minor, currency,
    customer_verified, account, counter_of)
SELECT gen_random_uuid(), l.workspace_id, l.created_at, l.grant_id, l.customer_id, l.connection_id, l.kind, -l.amount_minor, l.currency,
    l.customer_verified, l.kind + 1, l.row_id
FROM "credit_ledger" l;
ALTER TABLE "credit_ledger" FORCE ROW LEVEL SECURITY;

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
