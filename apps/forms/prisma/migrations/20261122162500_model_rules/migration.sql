-- AlterTable
ALTER TABLE "form_variants" ADD COLUMN     "rules" INTEGER NOT NULL DEFAULT 0;
