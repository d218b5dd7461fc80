-- AlterTable
ALTER TABLE "form_references" ADD COLUMN     "unpublished_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "grants" ADD COLUMN     "delivery" SMALLINT;

-- AlterTable
ALTER TABLE "incentives" ADD COLUMN     "active_since" TIMESTAMPTZ(3),
ADD COLUMN     "active_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "order_references_workspace_id_form_response_id_idx" ON "order_references"("workspace_id", "form_response_id");

-- A code of one grant alone is looked for by itself; one that many have, by whose it is too.
DROP INDEX "grants_code_key";
CREATE INDEX "grants_own_code" ON "grants"("workspace_id", "code_key") WHERE "delivery" > 0;
CREATE INDEX "grants_shared_code" ON "grants"("workspace_id", "customer_id", "code_key") WHERE "delivery" = 0;

-- Bounds that no write may break.
ALTER TABLE "grants" ADD CONSTRAINT "grants_delivery" CHECK ("delivery" BETWEEN 0 AND 2 AND ("kind" = 0 OR "delivery" IS NULL));
