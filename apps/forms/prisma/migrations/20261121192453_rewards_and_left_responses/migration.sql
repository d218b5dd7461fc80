-- AlterTable
ALTER TABLE "form_responses" ADD COLUMN     "left_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "open_responses" (
    "workspace_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "open_responses_pkey" PRIMARY KEY ("workspace_id","response_id")
);

-- CreateTable
CREATE TABLE "discount_code_values" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "value_percent" TEXT,
    "value_amount" TEXT,

    CONSTRAINT "discount_code_values_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "incentive_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "form_id" UUID,
    "is_active" BOOLEAN NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "audience" TEXT,
    "tier" TEXT,
    "rules" JSONB NOT NULL,

    CONSTRAINT "incentive_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "grant_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "form_response_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" SMALLINT NOT NULL,
    "code" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "discount_code_id" UUID,
    "amount_minor" BIGINT,
    "currency" TEXT,
    "lookup_key" TEXT,
    "entitlement_limit" INTEGER,
    "public_label" TEXT,

    CONSTRAINT "grant_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "handled_outcomes" (
    "workspace_id" UUID NOT NULL,
    "form_response_id" UUID NOT NULL,
    "outcome" SMALLINT NOT NULL,

    CONSTRAINT "handled_outcomes_pkey" PRIMARY KEY ("workspace_id","form_response_id","outcome")
);

-- CreateIndex
CREATE INDEX "open_responses_changed_at_idx" ON "open_responses"("changed_at");

-- CreateIndex
CREATE INDEX "incentive_references_workspace_id_form_id_idx" ON "incentive_references"("workspace_id", "form_id");

-- CreateIndex
CREATE INDEX "grant_references_workspace_id_form_response_id_idx" ON "grant_references"("workspace_id", "form_response_id");

-- Bounds that no write may break.
ALTER TABLE "grant_references" ADD CONSTRAINT "grant_references_state" CHECK ("state" BETWEEN 0 AND 9);
ALTER TABLE "handled_outcomes" ADD CONSTRAINT "handled_outcomes_outcome" CHECK ("outcome" BETWEEN 0 AND 2);

-- Responses without an outcome (1: INCOMPLETE). Their owner sees no workspace's rows while row-level security is forced.
ALTER TABLE "form_responses" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "open_responses" ("workspace_id", "response_id", "changed_at")
SELECT r.workspace_id, r.row_id, r.updated_at FROM form_responses r WHERE r.status = 1;
ALTER TABLE "form_responses" FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['discount_code_values', 'incentive_references', 'grant_references', 'handled_outcomes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
