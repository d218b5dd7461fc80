-- AlterTable
ALTER TABLE "discount_code_values" ADD COLUMN     "is_over" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_deleted" BOOLEAN NOT NULL DEFAULT false;
