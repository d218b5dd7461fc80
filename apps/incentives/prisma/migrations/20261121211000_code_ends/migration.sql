-- AlterTable
ALTER TABLE "discount_code_references" ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "over_since" TIMESTAMPTZ(3);

-- What a code or a form takes with it when it is over is looked for by it: grants that are ISSUED, and those that are PENDING.
CREATE INDEX "grants_of_code" ON "grants"("workspace_id", "discount_code_id") WHERE "state" = 3;
CREATE INDEX "grants_pending" ON "grants"("workspace_id", "form_response_id") WHERE "state" = 0;
