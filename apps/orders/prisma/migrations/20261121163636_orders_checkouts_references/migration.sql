-- No operation wrote orders or checkouts before this migration: the tables are empty.
-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "connection_id" UUID NOT NULL,
ADD COLUMN     "customer_id" UUID,
ADD COLUMN     "customer_ref" TEXT,
ADD COLUMN     "external_ref" TEXT NOT NULL,
ADD COLUMN     "form_response_id" UUID,
ADD COLUMN     "order_external_ref" TEXT,
ADD COLUMN     "order_id" UUID,
ADD COLUMN     "partner_id" UUID,
ADD COLUMN     "provider_updated_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "stage" SMALLINT NOT NULL,
ADD COLUMN     "started_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "started_day" DATE NOT NULL,
ADD COLUMN     "status" SMALLINT NOT NULL;

-- AlterTable
-- What every order has stands first, at places that are known without looking; lists are searched by reading all of them.
ALTER TABLE "orders" ADD COLUMN     "connection_id" UUID NOT NULL,
ADD COLUMN     "provider_updated_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "placed_at" TIMESTAMPTZ(3) NOT NULL,
ADD COLUMN     "placed_day" DATE NOT NULL,
ADD COLUMN     "total_price" BIGINT NOT NULL,
ADD COLUMN     "refunded_total" BIGINT NOT NULL,
ADD COLUMN     "order_status" SMALLINT NOT NULL,
ADD COLUMN     "financial_status" SMALLINT NOT NULL,
ADD COLUMN     "fulfillment_status" SMALLINT NOT NULL,
ADD COLUMN     "is_real" BOOLEAN NOT NULL,
ADD COLUMN     "origin_refs" TEXT[] NOT NULL,
ADD COLUMN     "attributed_revenue" BIGINT,
ADD COLUMN     "attribution_method" TEXT,
ADD COLUMN     "attribution_scored_at" TIMESTAMPTZ(3),
ADD COLUMN     "best_tier" TEXT,
ADD COLUMN     "click_id" TEXT,
ADD COLUMN     "currency_id" TEXT NOT NULL,
ADD COLUMN     "customer_id" UUID,
ADD COLUMN     "customer_name" TEXT,
ADD COLUMN     "customer_ref" TEXT,
ADD COLUMN     "discount_code_id" UUID,
ADD COLUMN     "discount_codes" TEXT[] NOT NULL,
ADD COLUMN     "external_ref" TEXT NOT NULL,
ADD COLUMN     "form_response_id" UUID,
ADD COLUMN     "integration_slug" TEXT,
ADD COLUMN     "paid_at" TIMESTAMPTZ(3),
ADD COLUMN     "partner_id" UUID,
ADD COLUMN     "said_form_response_id" UUID,
ADD COLUMN     "visitor_id" TEXT;

-- CreateTable
CREATE TABLE "order_code_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "order_id" UUID NOT NULL,

    CONSTRAINT "order_code_names_pkey" PRIMARY KEY ("workspace_id","name_key","order_id")
);

-- CreateTable
CREATE TABLE "order_customs" (
    "workspace_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "order_customs_pkey" PRIMARY KEY ("workspace_id","order_id")
);

-- CreateTable
CREATE TABLE "order_store_providers" (
    "workspace_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "order_store_providers_pkey" PRIMARY KEY ("workspace_id","order_id")
);

-- CreateTable
CREATE TABLE "order_payment_providers" (
    "workspace_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "order_payment_providers_pkey" PRIMARY KEY ("workspace_id","order_id")
);

-- CreateTable
CREATE TABLE "order_reported" (
    "workspace_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "placed_day" DATE NOT NULL,
    "best_tier" TEXT,
    "converted" BOOLEAN NOT NULL,
    "native_currency" TEXT NOT NULL,
    "reporting_currency" TEXT NOT NULL,
    "rate_provider" TEXT,
    "rate" DECIMAL,
    "native_total_price" BIGINT NOT NULL,
    "native_attributed_revenue" BIGINT,
    "reported_total_price" BIGINT,
    "reported_attributed_revenue" BIGINT,

    CONSTRAINT "order_reported_pkey" PRIMARY KEY ("workspace_id","order_id")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "workspace_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "from_currency" TEXT NOT NULL,
    "to_currency" TEXT NOT NULL,
    "rate" DECIMAL NOT NULL,
    "provider" TEXT NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("workspace_id","day","from_currency","to_currency")
);

-- CreateTable
CREATE TABLE "open_checkouts" (
    "workspace_id" UUID NOT NULL,
    "checkout_id" UUID NOT NULL,
    "provider_updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "open_checkouts_pkey" PRIMARY KEY ("workspace_id","checkout_id")
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
    "tier" TEXT,
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
    "status" SMALLINT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "customer_id" UUID,
    "click_id" TEXT,
    "visitor_id" TEXT NOT NULL,
    "discount_code_id" UUID,
    "partner_id" UUID,

    CONSTRAINT "form_response_references_pkey" PRIMARY KEY ("workspace_id","row_id")
);

-- CreateIndex
CREATE INDEX "order_code_names_workspace_id_order_id_idx" ON "order_code_names"("workspace_id", "order_id");

-- CreateIndex
CREATE INDEX "order_reported_workspace_id_placed_day_native_currency_idx" ON "order_reported"("workspace_id", "placed_day", "native_currency");

-- CreateIndex
CREATE INDEX "open_checkouts_provider_updated_at_idx" ON "open_checkouts"("provider_updated_at");

-- CreateIndex
CREATE INDEX "partner_references_workspace_id_name_idx" ON "partner_references"("workspace_id", "name");

-- CreateIndex
CREATE INDEX "partner_references_workspace_id_handle_key_idx" ON "partner_references"("workspace_id", "handle_key");

-- CreateIndex
CREATE INDEX "discount_code_names_workspace_id_discount_code_id_idx" ON "discount_code_names"("workspace_id", "discount_code_id");

-- CreateIndex
CREATE INDEX "form_response_references_workspace_id_visitor_id_completed__idx" ON "form_response_references"("workspace_id", "visitor_id", "completed_at");

-- CreateIndex
CREATE INDEX "checkouts_workspace_id_status_stage_idx" ON "checkouts"("workspace_id", "status", "stage");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_workspace_id_connection_id_external_ref_key" ON "checkouts"("workspace_id", "connection_id", "external_ref");

-- CreateIndex
CREATE INDEX "orders_created_at_asc" ON "orders"("workspace_id", "created_at", "row_id");

-- CreateIndex
CREATE INDEX "orders_created_at_desc" ON "orders"("workspace_id", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "orders_placed_at_asc" ON "orders"("workspace_id", "placed_at", "row_id");

-- CreateIndex
CREATE INDEX "orders_placed_at_desc" ON "orders"("workspace_id", "placed_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "orders_order_status_created_at" ON "orders"("workspace_id", "order_status", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "orders_financial_status_created_at" ON "orders"("workspace_id", "financial_status", "created_at" DESC, "row_id");

-- CreateIndex
CREATE INDEX "orders_fulfillment_status_created_at" ON "orders"("workspace_id", "fulfillment_status", "created_at" DESC, "row_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_workspace_id_connection_id_external_ref_key" ON "orders"("workspace_id", "connection_id", "external_ref");

-- AddForeignKey
ALTER TABLE "order_code_names" ADD CONSTRAINT "order_code_names_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "orders"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_customs" ADD CONSTRAINT "order_customs_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "orders"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_store_providers" ADD CONSTRAINT "order_store_providers_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "orders"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_payment_providers" ADD CONSTRAINT "order_payment_providers_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "orders"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "order_reported" ADD CONSTRAINT "order_reported_workspace_id_order_id_fkey" FOREIGN KEY ("workspace_id", "order_id") REFERENCES "orders"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "open_checkouts" ADD CONSTRAINT "open_checkouts_workspace_id_checkout_id_fkey" FOREIGN KEY ("workspace_id", "checkout_id") REFERENCES "checkouts"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "discount_code_names" ADD CONSTRAINT "discount_code_names_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- What few orders have, and what attribution and the linking of checkouts look for.
CREATE INDEX "orders_discount_code_id" ON "orders"("workspace_id", "discount_code_id", "row_id") WHERE "discount_code_id" IS NOT NULL;
CREATE INDEX "orders_customer_id" ON "orders"("workspace_id", "customer_id", "placed_at") WHERE "customer_id" IS NOT NULL;
CREATE INDEX "orders_click_id" ON "orders"("workspace_id", "click_id", "placed_at") WHERE "click_id" IS NOT NULL;
CREATE INDEX "orders_visitor_id" ON "orders"("workspace_id", "visitor_id", "placed_at") WHERE "visitor_id" IS NOT NULL;
CREATE INDEX "orders_said_form_response_id" ON "orders"("workspace_id", "said_form_response_id") WHERE "said_form_response_id" IS NOT NULL;
CREATE INDEX "checkouts_order_external_ref" ON "checkouts"("workspace_id", "connection_id", "order_external_ref")
    WHERE "order_external_ref" IS NOT NULL;
CREATE INDEX "form_response_references_customer_id" ON "form_response_references"("workspace_id", "customer_id", "completed_at")
    WHERE "customer_id" IS NOT NULL;
CREATE INDEX "form_response_references_click_id" ON "form_response_references"("workspace_id", "click_id", "completed_at")
    WHERE "click_id" IS NOT NULL;

-- Bounds that no write may break. Amounts: 14 digits before the point and 4 behind it.
ALTER TABLE "orders"
    ADD CONSTRAINT "orders_statuses" CHECK ("order_status" BETWEEN 0 AND 5 AND "financial_status" BETWEEN 0 AND 6 AND "fulfillment_status" BETWEEN 0 AND 7),
    ADD CONSTRAINT "orders_currency" CHECK ("currency_id" ~ '^[a-z]{3}$'),
    ADD CONSTRAINT "orders_placed_day" CHECK ("placed_day" = ("placed_at" AT TIME ZONE 'UTC')::date),
    ADD CONSTRAINT "orders_amounts" CHECK (
        "total_price" BETWEEN -999999999999999999 AND 999999999999999999 AND "refunded_total" BETWEEN -999999999999999999 AND 999999999999999999
    ),
    ADD CONSTRAINT "orders_attributed" CHECK (
        ("attribution_method" IS NULL) = ("attributed_revenue" IS NULL) AND "attributed_revenue" = "total_price" - "refunded_total"
    );
ALTER TABLE "order_reported"
    ADD CONSTRAINT "order_reported_converted" CHECK (
        "converted" = ("rate" IS NOT NULL) AND "converted" = ("reported_total_price" IS NOT NULL)
        AND ("converted" AND "native_attributed_revenue" IS NOT NULL) = ("reported_attributed_revenue" IS NOT NULL)
    ),
    ADD CONSTRAINT "order_reported_rate" CHECK ("rate" > 0 AND "rate" < 'Infinity');
ALTER TABLE "exchange_rates"
    ADD CONSTRAINT "exchange_rates_rate" CHECK ("rate" > 0 AND "rate" < 'Infinity'),
    ADD CONSTRAINT "exchange_rates_currencies" CHECK ("from_currency" ~ '^[a-z]{3}$' AND "to_currency" ~ '^[a-z]{3}$');
ALTER TABLE "checkouts"
    ADD CONSTRAINT "checkouts_stage_status" CHECK ("stage" BETWEEN 0 AND 1 AND "status" BETWEEN 0 AND 2),
    ADD CONSTRAINT "checkouts_started_day" CHECK ("started_day" = ("started_at" AT TIME ZONE 'UTC')::date);
ALTER TABLE "form_response_references" ADD CONSTRAINT "form_response_references_status" CHECK ("status" BETWEEN 0 AND 2);

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
BEGIN
    FOREACH name IN ARRAY ARRAY['order_code_names', 'order_customs', 'order_store_providers', 'order_payment_providers', 'order_reported',
        'exchange_rates', 'connection_references', 'partner_references', 'discount_code_references', 'discount_code_names',
        'form_response_references'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
END $$;
