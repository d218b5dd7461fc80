-- DropIndex
DROP INDEX "discount_changes_workspace_id_discount_code_id_row_id_idx";

-- CreateIndex
CREATE INDEX "discount_changes_workspace_id_discount_code_id_created_at_r_idx" ON "discount_changes"("workspace_id", "discount_code_id", "created_at" DESC, "row_id");
