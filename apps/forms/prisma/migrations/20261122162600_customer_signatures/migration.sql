-- AlterTable
ALTER TABLE "form_placements" ADD COLUMN     "former_secret_ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "former_secret_sealed" TEXT,
ADD COLUMN     "secret_sealed" TEXT;

-- AlterTable
ALTER TABLE "form_responses" ADD COLUMN     "customer_verified" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "verification_expected" BOOLEAN NOT NULL DEFAULT false;
