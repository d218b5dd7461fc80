-- For validate_discount_code. Null for orders and grants that were stored before, and if the customer is not known.
ALTER TABLE "order_usages" ADD COLUMN "customer_id" UUID;
ALTER TABLE "grant_codes" ADD COLUMN "customer_id" UUID;
