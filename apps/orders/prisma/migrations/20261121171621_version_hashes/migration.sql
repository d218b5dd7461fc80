-- Which of two versions of one time was taken; none is known of what is there already, so that any other one wins over it.
-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "version_hash" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "version_hash" TEXT NOT NULL DEFAULT '';
