-- Why: see the head of schema.prisma.
-- DropForeignKey
ALTER TABLE "open_checkouts" DROP CONSTRAINT "open_checkouts_workspace_id_checkout_id_fkey";

-- DropForeignKey
ALTER TABLE "order_code_names" DROP CONSTRAINT "order_code_names_workspace_id_order_id_fkey";

-- DropForeignKey
ALTER TABLE "order_customs" DROP CONSTRAINT "order_customs_workspace_id_order_id_fkey";

-- DropForeignKey
ALTER TABLE "order_payment_providers" DROP CONSTRAINT "order_payment_providers_workspace_id_order_id_fkey";

-- DropForeignKey
ALTER TABLE "order_reported" DROP CONSTRAINT "order_reported_workspace_id_order_id_fkey";

-- DropForeignKey
ALTER TABLE "order_store_providers" DROP CONSTRAINT "order_store_providers_workspace_id_order_id_fkey";
