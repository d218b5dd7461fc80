-- CreateIndex
CREATE INDEX "orders_discount_code_created_at" ON "orders"("workspace_id", "discount_code_id", "created_at" DESC, "row_id");
