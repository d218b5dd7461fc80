-- DropIndex
DROP INDEX "order_reported_workspace_id_placed_day_native_currency_idx";

-- CreateTable
CREATE TABLE "due_attributions" (
    "sequence" BIGSERIAL NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT,
    "discount_code_id" UUID,
    "form_response_id" UUID,
    "placed_day" DATE,
    "native_currency" TEXT,
    "after_order_id" UUID,

    CONSTRAINT "due_attributions_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "discount_code_past_names" (
    "workspace_id" UUID NOT NULL,
    "name_key" TEXT NOT NULL,
    "discount_code_id" UUID NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "discount_code_past_names_pkey" PRIMARY KEY ("workspace_id","name_key","discount_code_id","ended_at")
);

-- CreateIndex
CREATE INDEX "due_attributions_workspace_id_sequence_idx" ON "due_attributions"("workspace_id", "sequence");

-- CreateIndex
CREATE INDEX "discount_code_past_names_workspace_id_discount_code_id_idx" ON "discount_code_past_names"("workspace_id", "discount_code_id");

-- CreateIndex
CREATE INDEX "order_reported_workspace_id_placed_day_native_currency_orde_idx" ON "order_reported"("workspace_id", "placed_day", "native_currency", "order_id");

-- AddForeignKey
ALTER TABLE "discount_code_past_names" ADD CONSTRAINT "discount_code_past_names_workspace_id_discount_code_id_fkey" FOREIGN KEY ("workspace_id", "discount_code_id") REFERENCES "discount_code_references"("workspace_id", "row_id") ON DELETE CASCADE ON UPDATE RESTRICT;

-- Each entry is due for one reason.
ALTER TABLE "due_attributions" ADD CONSTRAINT "due_attributions_reason" CHECK (
    num_nonnulls("name_key", "discount_code_id", "form_response_id", "placed_day") = 1 AND ("placed_day" IS NULL) = ("native_currency" IS NULL)
);
ALTER TABLE "discount_code_past_names" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "discount_code_past_names" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "discount_code_past_names"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
