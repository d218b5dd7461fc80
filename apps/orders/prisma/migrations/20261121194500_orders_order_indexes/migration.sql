-- One index for each order of orders, whose filters it serves too. A descending order of what hardly repeats reads the same index
-- backwards, and sorts the few rows that share a value by their ids.
DROP INDEX "orders_created_at_asc";
DROP INDEX "orders_created_at_desc";
DROP INDEX "orders_placed_at_desc";
DROP INDEX "orders_discount_code_id";
DROP INDEX "orders_customer_id";
DROP INDEX "orders_partner_id";
DROP INDEX "orders_form_response_id";
DROP INDEX "orders_customer_ref";
ALTER INDEX "orders_placed_at_asc" RENAME TO "orders_placed_at";
-- With the texts that are searched for their parts, so that a search does not read the orders themselves: two texts of 255 signs fit
-- into an entry, whatever the signs.
CREATE INDEX "orders_created_at" ON "orders"("workspace_id", "created_at", "row_id") INCLUDE ("customer_ref", "external_ref");
CREATE INDEX "orders_attributed_revenue" ON "orders"("workspace_id", "attributed_revenue", "row_id");
CREATE INDEX "orders_attribution_scored_at" ON "orders"("workspace_id", "attribution_scored_at", "row_id");
CREATE INDEX "orders_best_tier" ON "orders"("workspace_id", "best_tier", "row_id");
CREATE INDEX "orders_connection_id" ON "orders"("workspace_id", "connection_id", "row_id");
CREATE INDEX "orders_currency_id" ON "orders"("workspace_id", "currency_id", "row_id");
CREATE INDEX "orders_customer_id" ON "orders"("workspace_id", "customer_id", "row_id");
CREATE INDEX "orders_customer_ref" ON "orders"("workspace_id", "customer_ref", "row_id");
CREATE INDEX "orders_discount_code_id" ON "orders"("workspace_id", "discount_code_id", "row_id");
CREATE INDEX "orders_external_ref" ON "orders"("workspace_id", "external_ref", "row_id");
CREATE INDEX "orders_form_response_id" ON "orders"("workspace_id", "form_response_id", "row_id");
CREATE INDEX "orders_integration_slug" ON "orders"("workspace_id", "integration_slug", "row_id");
CREATE INDEX "orders_paid_at" ON "orders"("workspace_id", "paid_at", "row_id");
CREATE INDEX "orders_partner_id" ON "orders"("workspace_id", "partner_id", "row_id");
