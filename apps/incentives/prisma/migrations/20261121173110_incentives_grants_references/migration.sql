-- No operation wrote incentives or grants before this migration: the tables are empty.
-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "amount_minor" BIGINT,
ADD COLUMN     "code" TEXT,
ADD COLUMN     "code_key" TEXT,
ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "customer_id" UUID,
ADD COLUMN     "decided_at" TIMESTAMPTZ(3),
ADD COLUMN     "decision" SMALLINT,
ADD COLUMN     "discount_code_id" UUID,
ADD COLUMN     "entitlement_limit" INTEGER,
ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "failure_reason" TEXT,
ADD COLUMN     "fields" JSONB,
ADD COLUMN     "form_response_id" UUID NOT NULL,
ADD COLUMN     "incentive_id" UUID NOT NULL,
ADD COLUMN     "issued_at" TIMESTAMPTZ(3),
ADD COLUMN     "kind" SMALLINT NOT NULL,
ADD COLUMN     "lookup_key" TEXT,
ADD COLUMN     "order_id" UUID,
ADD COLUMN     "outcome_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "public_label" TEXT,
ADD COLUMN     "rule_id" UUID NOT NULL,
ADD COLUMN     "state" SMALLINT NOT NULL,
ADD COLUMN     "tier" SMALLINT,
ADD COLUMN     "trust_score" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "incentives" ADD COLUMN     "audience" SMALLINT,
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "description" TEXT,
ADD COLUMN     "form_id" UUID,
ADD COLUMN     "icon" TEXT,
ADD COLUMN     "icon_color" TEXT,
ADD COLUMN     "limit_count" SMALLINT,
ADD COLUMN     "limit_period" SMALLINT,
ADD COLUMN     "min_trust_score" DOUBLE PRECISION,
ADD COLUMN     "name" TEXT NOT NULL,
ADD COLUMN     "status" SMALLINT NOT NULL,
ADD COLUMN     "tier" SMALLINT;

-- CreateTable
CREATE TABLE "incentive_rules" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "incentive_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" SMALLINT NOT NULL,
    "outcome" SMALLINT NOT NULL,
    "discount_code_id" UUID,
    "connection_id" UUID,
    "terms" JSONB NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "incentive_rules_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "due_grants" (
    "workspace_id" UUID NOT NULL,
    "grant_id" UUID NOT NULL,
    "task" SMALLINT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "due_grants_pkey" PRIMARY KEY ("workspace_id","grant_id","task")
);

-- CreateTable
CREATE TABLE "credit_ledger" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "grant_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "kind" SMALLINT NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,

    CONSTRAINT "credit_ledger_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "credit_balances" (
    "workspace_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "amount_minor" BIGINT NOT NULL,

    CONSTRAINT "credit_balances_pkey" PRIMARY KEY ("workspace_id","customer_id","connection_id","currency")
);

-- CreateTable
CREATE TABLE "entitlements" (
    "workspace_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "lookup_key" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "limit" BIGINT NOT NULL,

    CONSTRAINT "entitlements_pkey" PRIMARY KEY ("workspace_id","customer_id","lookup_key")
);

-- CreateTable
CREATE TABLE "form_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "form_slug" TEXT NOT NULL,
    "title" TEXT,
    "is_deleted" BOOLEAN NOT NULL,

    CONSTRAINT "form_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "connection_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,

    CONSTRAINT "connection_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "discount_code_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "partner_id" UUID,
    "is_deleted" BOOLEAN NOT NULL,

    CONSTRAINT "discount_code_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "discount_code_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "discount_code_id" UUID NOT NULL,

    CONSTRAINT "discount_code_names_pkey" PRIMARY KEY ("workspace_id","name_key","discount_code_id")
);

-- CreateTable
CREATE TABLE "form_response_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "status" SMALLINT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID,
    "trust_score" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "form_response_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "order_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID,
    "placed_at" TIMESTAMPTZ(3) NOT NULL,
    "is_real" BOOLEAN NOT NULL,
    "is_cancelled" BOOLEAN NOT NULL,
    "is_refunded" BOOLEAN NOT NULL,
    "discount_code_id" UUID,
    "form_response_id" UUID,

    CONSTRAINT "order_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "order_code_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "order_id" UUID NOT NULL,

    CONSTRAINT "order_code_names_pkey" PRIMARY KEY ("workspace_id","name_key","order_id")
);

-- CreateIndex
CREATE INDEX "incentive_rules_workspace_id_incentive_id_idx" ON "incentive_rules"("workspace_id", "incentive_id");

-- CreateIndex
CREATE INDEX "due_grants_due_at_idx" ON "due_grants"("due_at");

-- CreateIndex
CREATE INDEX "credit_ledger_workspace_id_customer_id_connection_id_curren_idx" ON "credit_ledger"("workspace_id", "customer_id", "connection_id", "currency");

-- CreateIndex
CREATE UNIQUE INDEX "credit_ledger_workspace_id_grant_id_kind_key" ON "credit_ledger"("workspace_id", "grant_id", "kind");

-- CreateIndex
CREATE INDEX "form_references_workspace_id_form_slug_idx" ON "form_references"("workspace_id", "form_slug");

-- CreateIndex
CREATE INDEX "form_references_workspace_id_title_idx" ON "form_references"("workspace_id", "title");

-- CreateIndex
CREATE INDEX "discount_code_names_workspace_id_discount_code_id_idx" ON "discount_code_names"("workspace_id", "discount_code_id");

-- CreateIndex
CREATE INDEX "order_references_workspace_id_customer_id_placed_at_idx" ON "order_references"("workspace_id", "customer_id", "placed_at");

-- CreateIndex
CREATE INDEX "order_code_names_workspace_id_order_id_idx" ON "order_code_names"("workspace_id", "order_id");

-- CreateIndex
CREATE INDEX "grants_workspace_id_form_response_id_idx" ON "grants"("workspace_id", "form_response_id");

-- CreateIndex
CREATE INDEX "grants_workspace_id_incentive_id_state_idx" ON "grants"("workspace_id", "incentive_id", "state");

-- CreateIndex
CREATE INDEX "grants_workspace_id_rule_id_state_idx" ON "grants"("workspace_id", "rule_id", "state");

-- CreateIndex
CREATE INDEX "grants_of_incentive" ON "grants"("workspace_id", "incentive_id", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "grants_workspace_id_incentive_id_customer_id_outcome_at_idx" ON "grants"("workspace_id", "incentive_id", "customer_id", "outcome_at");

-- CreateIndex
CREATE UNIQUE INDEX "grants_workspace_id_rule_id_form_response_id_key" ON "grants"("workspace_id", "rule_id", "form_response_id");

-- CreateIndex
CREATE INDEX "incentives_created_at_desc" ON "incentives"("workspace_id", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "incentives_workspace_id_name_idx" ON "incentives"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "incentives_workspace_id_form_id_idx" ON "incentives"("workspace_id", "form_id");

-- AddForeignKey
ALTER TABLE "incentive_rules" ADD CONSTRAINT "incentive_rules_workspace_id_incentive_id_fkey" FOREIGN KEY ("workspace_id", "incentive_id") REFERENCES "incentives"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_workspace_id_incentive_id_fkey" FOREIGN KEY ("workspace_id", "incentive_id") REFERENCES "incentives"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_workspace_id_rule_id_fkey" FOREIGN KEY ("workspace_id", "rule_id") REFERENCES "incentive_rules"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "due_grants" ADD CONSTRAINT "due_grants_workspace_id_grant_id_fkey" FOREIGN KEY ("workspace_id", "grant_id") REFERENCES "grants"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "credit_ledger" ADD CONSTRAINT "credit_ledger_workspace_id_grant_id_fkey" FOREIGN KEY ("workspace_id", "grant_id") REFERENCES "grants"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "discount_code_names" ADD CONSTRAINT "discount_code_names_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_code_names" ADD CONSTRAINT "order_code_names_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "order_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- What few grants have, and what orders look for.
CREATE INDEX "grants_code_key" ON "grants"("workspace_id", "code_key") WHERE "code_key" IS NOT NULL;
CREATE INDEX "grants_order_id" ON "grants"("workspace_id", "order_id") WHERE "order_id" IS NOT NULL;

-- Bounds that no write may break.
ALTER TABLE "incentives"
    ADD CONSTRAINT "incentives_ranks" CHECK (
        "status" BETWEEN 0 AND 3 AND "audience" BETWEEN 0 AND 1 AND "tier" BETWEEN 0 AND 1 AND "limit_period" BETWEEN 0 AND 4
    ),
    ADD CONSTRAINT "incentives_limit" CHECK (("limit_count" IS NULL) = ("limit_period" IS NULL) AND "limit_count" BETWEEN 1 AND 100),
    ADD CONSTRAINT "incentives_min_trust_score" CHECK ("min_trust_score" BETWEEN 0.4 AND 1),
    ADD CONSTRAINT "incentives_active" CHECK ("status" <> 1 OR "form_id" IS NOT NULL);
ALTER TABLE "incentive_rules"
    ADD CONSTRAINT "incentive_rules_ranks" CHECK ("kind" BETWEEN 0 AND 3 AND "outcome" BETWEEN 0 AND 2 AND "position" BETWEEN 0 AND 2),
    ADD CONSTRAINT "incentive_rules_references" CHECK (
        ("kind" = 0) = ("discount_code_id" IS NOT NULL) AND ("kind" = 1) = ("connection_id" IS NOT NULL)
    );
ALTER TABLE "grants"
    ADD CONSTRAINT "grants_ranks" CHECK ("kind" BETWEEN 0 AND 3 AND "state" BETWEEN 0 AND 9 AND "tier" BETWEEN 0 AND 1 AND "decision" BETWEEN 0 AND 1),
    ADD CONSTRAINT "grants_trust_score" CHECK ("trust_score" BETWEEN 0 AND 1),
    ADD CONSTRAINT "grants_decided" CHECK (("decision" IS NULL) = ("decided_at" IS NULL)),
    ADD CONSTRAINT "grants_declined" CHECK (("state" = 7) = ("decision" IS NOT DISTINCT FROM 1)),
    ADD CONSTRAINT "grants_held" CHECK ("state" <> 1 OR "decision" IS NULL),
    ADD CONSTRAINT "grants_recipient" CHECK ("state" IN (0, 9) OR "customer_id" IS NOT NULL);
ALTER TABLE "due_grants" ADD CONSTRAINT "due_grants_task" CHECK ("task" BETWEEN 0 AND 1);
ALTER TABLE "credit_ledger"
    ADD CONSTRAINT "credit_ledger_kind" CHECK ("kind" BETWEEN 0 AND 2 AND ("kind" = 0) = ("amount_minor" > 0) AND "amount_minor" <> 0),
    ADD CONSTRAINT "credit_ledger_currency" CHECK ("currency" ~ '^[a-z]{3}$');
ALTER TABLE "form_response_references" ADD CONSTRAINT "form_response_references_status" CHECK ("status" BETWEEN 0 AND 2);

-- The ledger only grows: what was booked is set right by another entry.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'credit_ledger is append-only';
END $$;
CREATE TRIGGER "credit_ledger_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "credit_ledger"
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['incentive_rules', 'credit_ledger', 'credit_balances', 'entitlements', 'form_references',
        'connection_references', 'discount_code_references', 'discount_code_names', 'form_response_references', 'order_references',
        'order_code_names'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
