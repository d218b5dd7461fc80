-- No operation wrote forms or responses before this migration: the tables are empty.
-- AlterTable
ALTER TABLE "form_responses" ADD COLUMN     "answered_at_start" INTEGER,
ADD COLUMN     "answers" JSONB NOT NULL,
ADD COLUMN     "asked_placement_id" UUID,
ADD COLUMN     "channel_id" UUID,
ADD COLUMN     "click_id" TEXT,
ADD COLUMN     "click_id_kind" TEXT,
ADD COLUMN     "completed_at" TIMESTAMPTZ(3),
ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "customer_email" TEXT,
ADD COLUMN     "customer_id" UUID,
ADD COLUMN     "customer_name" TEXT,
ADD COLUMN     "customer_ref" TEXT,
ADD COLUMN     "discount_code_id" UUID,
ADD COLUMN     "discount_code_said" TEXT,
ADD COLUMN     "form_id" UUID NOT NULL,
ADD COLUMN     "form_placement_id" UUID,
ADD COLUMN     "form_variant_id" UUID NOT NULL,
ADD COLUMN     "honeypot_filled" BOOLEAN,
ADD COLUMN     "network_hash" TEXT,
ADD COLUMN     "origin_ref" TEXT,
ADD COLUMN     "partner_id" UUID,
ADD COLUMN     "partner_said" TEXT,
ADD COLUMN     "session_id" TEXT,
ADD COLUMN     "short_link_id" UUID,
ADD COLUMN     "status" SMALLINT NOT NULL,
ADD COLUMN     "trust_reasons" TEXT[],
ADD COLUMN     "trust_score" DOUBLE PRECISION,
ADD COLUMN     "trust_version" INTEGER,
ADD COLUMN     "visitor_id" TEXT NOT NULL;

-- AlterTable
ALTER TABLE "forms" ADD COLUMN     "draft" JSONB,
ADD COLUMN     "enable_ends_at" BOOLEAN NOT NULL,
ADD COLUMN     "enable_repeat" BOOLEAN NOT NULL,
ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "form_slug" TEXT NOT NULL,
ADD COLUMN     "priority" INTEGER NOT NULL,
ADD COLUMN     "published_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_variant_id" UUID,
ADD COLUMN     "reason_set" JSONB,
ADD COLUMN     "returning_enabled" BOOLEAN NOT NULL,
ADD COLUMN     "starts_at" TIMESTAMPTZ(3),
ADD COLUMN     "status" SMALLINT NOT NULL,
ADD COLUMN     "surfaces" TEXT[],
ADD COLUMN     "tags" JSONB NOT NULL,
ADD COLUMN     "title" TEXT,
ADD COLUMN     "view_type" TEXT;

-- CreateTable
CREATE TABLE "form_variants" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "form_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "model" JSONB NOT NULL,

    CONSTRAINT "form_variants_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "form_shares" (
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "main" BOOLEAN NOT NULL,
    "share" INTEGER NOT NULL,

    CONSTRAINT "form_shares_pkey" PRIMARY KEY ("workspace_id","form_id")
);

-- CreateTable
CREATE TABLE "form_placements" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "form_id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "connection_id" UUID,
    "config" JSONB NOT NULL,
    "published" BOOLEAN NOT NULL,
    "public_key" TEXT NOT NULL,
    "tier_note_text" TEXT,
    "upsell_text" TEXT,
    "qr" JSONB,
    "verified_at" TIMESTAMPTZ(3),
    "verify_problems" TEXT[],

    CONSTRAINT "form_placements_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "short_links" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "form_placement_id" UUID NOT NULL,
    "disabled" BOOLEAN NOT NULL,
    "click_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "short_links_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateTable
CREATE TABLE "public_keys" (
    "public_key" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "placement_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "public_keys_pkey" PRIMARY KEY ("public_key")
);

-- CreateTable
CREATE TABLE "short_link_codes" (
    "code" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "short_link_id" UUID NOT NULL,

    CONSTRAINT "short_link_codes_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "form_triggers" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "matches" JSONB,
    "delay_ms" INTEGER,
    "percent" INTEGER,
    "selector" TEXT,

    CONSTRAINT "form_triggers_pkey" PRIMARY KEY ("workspace_id","row_id")
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
CREATE TABLE "partner_references" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "handle_key" TEXT,

    CONSTRAINT "partner_references_pkey" PRIMARY KEY ("workspace_id","row_id")
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
CREATE TABLE "insight_answers" (
    "answer_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "response_id" UUID NOT NULL,
    "customer_id" UUID,
    "who" TEXT,
    "form_id" UUID NOT NULL,
    "form_slug" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "text" TEXT,
    "mined" BOOLEAN NOT NULL,
    "readable" BOOLEAN NOT NULL,
    "reason_outcome" TEXT,

    CONSTRAINT "insight_answers_pkey" PRIMARY KEY ("workspace_id","answer_id")
);

-- CreateTable
CREATE TABLE "insight_facts" (
    "fact_id" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "answer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "attribute" TEXT,
    "attribute_class" TEXT,
    "subject" TEXT,
    "subject_class" TEXT,
    "thing" TEXT,
    "thing_class" TEXT,
    "confidence" DOUBLE PRECISION NOT NULL,
    "polarity" DOUBLE PRECISION NOT NULL,
    "polarity_band" INTEGER NOT NULL,
    "polarity_sign" INTEGER NOT NULL,

    CONSTRAINT "insight_facts_pkey" PRIMARY KEY ("workspace_id","fact_id")
);

-- CreateTable
CREATE TABLE "insight_reasons" (
    "workspace_id" UUID NOT NULL,
    "answer_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "broad" TEXT NOT NULL,
    "family" TEXT NOT NULL,

    CONSTRAINT "insight_reasons_pkey" PRIMARY KEY ("workspace_id","answer_id","broad")
);

-- CreateIndex
CREATE UNIQUE INDEX "form_variants_workspace_id_form_id_version_key" ON "form_variants"("workspace_id", "form_id", "version");

-- CreateIndex
CREATE INDEX "form_placements_workspace_id_form_id_idx" ON "form_placements"("workspace_id", "form_id");

-- CreateIndex
CREATE UNIQUE INDEX "short_links_workspace_id_form_placement_id_key" ON "short_links"("workspace_id", "form_placement_id");

-- CreateIndex
CREATE INDEX "public_keys_workspace_id_placement_id_idx" ON "public_keys"("workspace_id", "placement_id");

-- CreateIndex
CREATE INDEX "form_triggers_workspace_id_form_id_position_idx" ON "form_triggers"("workspace_id", "form_id", "position");

-- CreateIndex
CREATE INDEX "partner_references_workspace_id_name_idx" ON "partner_references"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "partner_references_workspace_id_handle_key_idx" ON "partner_references"("workspace_id", "handle_key");

-- CreateIndex
CREATE INDEX "discount_code_names_workspace_id_discount_code_id_idx" ON "discount_code_names"("workspace_id", "discount_code_id");

-- CreateIndex
CREATE INDEX "insight_answers_workspace_id_created_at_answer_id_idx" ON "insight_answers"("workspace_id", "created_at" DESC, "answer_id");

-- CreateIndex
CREATE INDEX "insight_answers_workspace_id_response_id_idx" ON "insight_answers"("workspace_id", "response_id");

-- CreateIndex
CREATE INDEX "insight_facts_workspace_id_answer_id_idx" ON "insight_facts"("workspace_id", "answer_id");

-- CreateIndex
CREATE INDEX "insight_facts_workspace_id_created_at_answer_id_fact_id_idx" ON "insight_facts"("workspace_id", "created_at" DESC, "answer_id", "fact_id");

-- CreateIndex
CREATE INDEX "insight_reasons_workspace_id_created_at_answer_id_broad_idx" ON "insight_reasons"("workspace_id", "created_at" DESC, "answer_id", "broad");

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_form_id_created_at_row_id_idx" ON "form_responses"("workspace_id", "form_id", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_discount_code_id_row_id_idx" ON "form_responses"("workspace_id", "discount_code_id", "row_id");

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_form_id_visitor_id_idx" ON "form_responses"("workspace_id", "form_id", "visitor_id");

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_form_id_network_hash_idx" ON "form_responses"("workspace_id", "form_id", "network_hash");

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_customer_id_idx" ON "form_responses"("workspace_id", "customer_id");

-- CreateIndex
CREATE INDEX "forms_workspace_id_created_at_row_id_idx" ON "forms"("workspace_id", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "forms_workspace_id_title_idx" ON "forms"("workspace_id", "title");

-- CreateIndex
CREATE UNIQUE INDEX "forms_workspace_id_form_slug_key" ON "forms"("workspace_id", "form_slug");

-- AddForeignKey
ALTER TABLE "form_shares" ADD CONSTRAINT "form_shares_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "form_placements" ADD CONSTRAINT "form_placements_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "short_links" ADD CONSTRAINT "short_links_workspace_id_form_placement_id_fkey" FOREIGN KEY ("workspace_id", "form_placement_id") REFERENCES "form_placements"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "form_triggers" ADD CONSTRAINT "form_triggers_workspace_id_form_id_fkey" FOREIGN KEY ("workspace_id", "form_id") REFERENCES "forms"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "discount_code_names" ADD CONSTRAINT "discount_code_names_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "insight_facts" ADD CONSTRAINT "insight_facts_workspace_id_answer_id_fkey" FOREIGN KEY ("workspace_id", "answer_id") REFERENCES "insight_answers"("workspace_id", "answer_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "insight_reasons" ADD CONSTRAINT "insight_reasons_workspace_id_answer_id_fkey" FOREIGN KEY ("workspace_id", "answer_id") REFERENCES "insight_answers"("workspace_id", "answer_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- One main form a workspace, and bounds that no write may break.
CREATE UNIQUE INDEX "form_shares_main" ON "form_shares"("workspace_id") WHERE "main";
ALTER TABLE "form_shares" ADD CONSTRAINT "form_shares_share" CHECK ("share" BETWEEN 0 AND 100);
ALTER TABLE "forms" ADD CONSTRAINT "forms_status" CHECK ("status" BETWEEN 0 AND 3);
ALTER TABLE "form_responses" ADD CONSTRAINT "form_responses_status" CHECK ("status" BETWEEN 0 AND 2);

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['form_variants', 'form_shares', 'form_placements', 'short_links', 'form_triggers', 'connection_references',
        'partner_references', 'discount_code_references', 'discount_code_names', 'insight_answers', 'insight_facts', 'insight_reasons'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
