-- What rules need to know of their discount codes. Null: no event has told yet.
ALTER TABLE "discount_code_references" ADD COLUMN "code" TEXT,
ADD COLUMN "status" TEXT,
ADD COLUMN "starts_at" TIMESTAMPTZ(3),
ADD COLUMN "is_exhausted" BOOLEAN,
ADD COLUMN "is_pool_empty" BOOLEAN,
ADD COLUMN "is_pool_low" BOOLEAN,
ADD COLUMN "is_placed" BOOLEAN;

ALTER TABLE "incentives" ADD COLUMN "requires_verified_customer" BOOLEAN,
ADD COLUMN "problems" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN "problems_at" TIMESTAMPTZ(3);

-- The incentives whose problems may have changed, of all workspaces: a work list of the system itself.
CREATE TABLE "incentive_checks" (
    "workspace_id" UUID NOT NULL,
    "incentive_id" UUID NOT NULL,

    CONSTRAINT "incentive_checks_pkey" PRIMARY KEY ("workspace_id","incentive_id")
);
CREATE INDEX "incentive_rules_of_code" ON "incentive_rules"("workspace_id", "discount_code_id") WHERE "retired_at" IS NULL AND "discount_code_id" IS NOT NULL;

-- A customer is verified, or only claimed by a visitor.
ALTER TABLE "form_response_references" ADD COLUMN "customer_verified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "verification_expected" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "visitor_id" UUID;
ALTER TABLE "grants" ADD COLUMN "customer_verified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "own_expires_at" TIMESTAMPTZ(3),
ADD COLUMN "starts_at" TIMESTAMPTZ(3),
ADD COLUMN "visitor_id" UUID;
CREATE INDEX "grants_of_visitor" ON "grants"("workspace_id", "incentive_id", "visitor_id", "outcome_at") WHERE "visitor_id" IS NOT NULL;

-- What a grant ends by itself with. What its code ended before has lost that time: it is not restored.
ALTER TABLE "grants" NO FORCE ROW LEVEL SECURITY;
UPDATE "grants" SET "own_expires_at" = "expires_at" WHERE "expires_at" IS NOT NULL;
ALTER TABLE "grants" FORCE ROW LEVEL SECURITY;
CREATE INDEX "grants_ended_by_code" ON "grants"("workspace_id", "discount_code_id") WHERE "state" = 5 AND "failure_reason" = 'CODE_EXPIRED';

-- A code that all share may be given to an anonymous visitor.
ALTER TABLE "grants" DROP CONSTRAINT "grants_recipient";
ALTER TABLE "grants" ADD CONSTRAINT "grants_recipient"
    CHECK ("state" IN (0, 9) OR "customer_id" IS NOT NULL OR ("kind" = 0 AND "delivery" IS NOT DISTINCT FROM 0));
ALTER TABLE "due_grants" DROP CONSTRAINT "due_grants_task";
ALTER TABLE "due_grants" ADD CONSTRAINT "due_grants_task" CHECK ("task" BETWEEN 0 AND 2);

-- What a visitor only claimed to be a customer's is kept apart from what is the customer's.
ALTER TABLE "credit_ledger" ADD COLUMN "customer_verified" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "credit_balances" ADD COLUMN "customer_verified" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "credit_balances" DROP CONSTRAINT "credit_balances_pkey",
ADD CONSTRAINT "credit_balances_pkey" PRIMARY KEY ("workspace_id", "customer_id", "customer_verified", "connection_id", "currency");
ALTER TABLE "entitlements" ADD COLUMN "customer_verified" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "entitlements" DROP CONSTRAINT "entitlements_pkey",
ADD CONSTRAINT "entitlements_pkey" PRIMARY KEY ("workspace_id", "customer_id", "customer_verified", "lookup_key");
