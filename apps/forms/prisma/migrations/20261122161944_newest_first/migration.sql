-- DropIndex
DROP INDEX "form_responses_workspace_id_discount_code_id_row_id_idx";

-- CreateIndex
CREATE INDEX "form_responses_workspace_id_discount_code_id_created_at_row_idx" ON "form_responses"("workspace_id", "discount_code_id", "created_at" DESC, "row_id");
