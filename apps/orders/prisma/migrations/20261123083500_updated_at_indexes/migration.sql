-- CreateIndex
CREATE INDEX "checkouts_updated_at" ON "checkouts"("workspace_id", "updated_at", "row_id");

-- CreateIndex
CREATE INDEX "orders_updated_at" ON "orders"("workspace_id", "updated_at", "row_id");
