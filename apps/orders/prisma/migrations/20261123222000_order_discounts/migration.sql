ALTER TABLE "orders" ADD COLUMN "discount_amounts" BIGINT[], ADD COLUMN "discount_given" BIGINT;
ALTER TABLE "order_reported" ADD COLUMN "reported_discount_given" BIGINT;
