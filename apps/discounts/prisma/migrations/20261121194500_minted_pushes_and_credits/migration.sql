-- Stores are told of more than discount codes: of what was minted of one for a grant, and of credits.
ALTER TABLE "store_pushes" ADD COLUMN "subject_id" UUID, ADD COLUMN "turn" SMALLINT NOT NULL DEFAULT 0;
UPDATE "store_pushes" SET "subject_id" = "discount_code_id";
ALTER TABLE "store_pushes" DROP CONSTRAINT "store_pushes_pkey",
    ALTER COLUMN "subject_id" SET NOT NULL,
    ALTER COLUMN "turn" DROP DEFAULT,
    ALTER COLUMN "discount_code_id" DROP NOT NULL,
    ADD CONSTRAINT "store_pushes_pkey" PRIMARY KEY ("workspace_id", "subject_id", "connection_id"),
    ADD CONSTRAINT "store_pushes_turn" CHECK ("turn" BETWEEN 0 AND 3);

DROP INDEX "store_pushes_due_at_idx";
CREATE INDEX "store_pushes_workspace_id_discount_code_id_idx" ON "store_pushes"("workspace_id", "discount_code_id");
CREATE INDEX "store_pushes_turn_due_at_idx" ON "store_pushes"("turn", "due_at");
