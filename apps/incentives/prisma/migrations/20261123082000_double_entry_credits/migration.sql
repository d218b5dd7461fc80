-- The part of a grant's credit or entitlement that was used.
ALTER TABLE "grants" ADD COLUMN "used" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "grants" ADD CONSTRAINT "grants_used" CHECK ("used" >= 0 AND "used" <= coalesce("amount_minor", "entitlement_limit", 0)) NOT VALID;

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

-- Double entry: each entry of a customer's account (0) has a counter entry in the account of its kind (kind + 1). Stored entries have the
-- sequence 0, because an ADD COLUMN with nextval() would rewrite the table.
ALTER TABLE "credit_ledger" ADD COLUMN "sequence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN "account" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN "counter_of" UUID,
ADD COLUMN "spend_id" UUID;
CREATE SEQUENCE "credit_ledger_sequence_seq" AS BIGINT OWNED BY "credit_ledger"."sequence";
ALTER TABLE "credit_ledger" ALTER COLUMN "sequence" SET DEFAULT nextval('credit_ledger_sequence_seq');
ALTER TABLE "credit_ledger" DROP CONSTRAINT "credit_ledger_kind";
ALTER TABLE "credit_ledger"
    ADD CONSTRAINT "credit_ledger_kind" CHECK (
        "kind" BETWEEN 0 AND 3 AND "amount_minor" <> 0 AND (("kind" = 0) = ("amount_minor" > 0)) = ("account" = 0)
    ) NOT VALID,
    ADD CONSTRAINT "credit_ledger_account" CHECK (
        "account" IN (0, "kind" + 1) AND ("account" = 0) = ("counter_of" IS NULL)
    ) NOT VALID,
    ADD CONSTRAINT "credit_ledger_spend" CHECK (("kind" = 3) = ("spend_id" IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT "credit_ledger_spend_id_fkey" FOREIGN KEY ("workspace_id", "spend_id")
        REFERENCES "credit_spends"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT NOT VALID;
