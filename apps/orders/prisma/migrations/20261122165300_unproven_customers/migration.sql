-- AlterTable
ALTER TABLE "form_response_references" ADD COLUMN     "customer_is_claim" BOOLEAN NOT NULL DEFAULT false;

-- Attribution looks for proven customers, erasure for all of them.
DROP INDEX "form_response_references_customer_id";
CREATE INDEX "form_response_references_customer_id" ON "form_response_references"("workspace_id", "customer_id", "customer_is_claim", "completed_at")
    WHERE "customer_id" IS NOT NULL;
