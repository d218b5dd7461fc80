-- The times of discount codes, which visitors see with their reward. Codes scheduled before this migration show no start until they change.
ALTER TABLE "discount_code_values" ADD COLUMN "starts_at" TIMESTAMPTZ(3), ADD COLUMN "ends_at" TIMESTAMPTZ(3);
