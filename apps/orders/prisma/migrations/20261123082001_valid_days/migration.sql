-- Scans the tables, while other transactions continue to write.
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_placed_day";
ALTER TABLE "checkouts" VALIDATE CONSTRAINT "checkouts_started_day";
