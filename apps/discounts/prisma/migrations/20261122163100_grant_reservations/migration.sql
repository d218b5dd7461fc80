-- Grants count against the usage limit of their discount code until they are used or over.
ALTER TABLE "grant_codes" ADD COLUMN "ended_at" TIMESTAMPTZ(3),
ADD COLUMN "redeemed_at" TIMESTAMPTZ(3),
ADD COLUMN "starts_at" TIMESTAMPTZ(3),
ADD COLUMN "used_by" UUID;

ALTER TABLE "grant_codes" DROP CONSTRAINT "grant_codes_answer";
ALTER TABLE "grant_codes" ADD CONSTRAINT "grant_codes_answer" CHECK (("code" IS NULL) = ("refusal" IS NOT NULL) AND "refusal" BETWEEN 0 AND 4);
CREATE INDEX "grant_codes_reserved" ON "grant_codes"("workspace_id", "discount_code_id")
    WHERE "code" IS NOT NULL AND "delivery" > 0 AND "ended_at" IS NULL AND "used_by" IS NULL;
CREATE INDEX "grant_codes_used_by" ON "grant_codes"("workspace_id", "used_by") WHERE "used_by" IS NOT NULL;

ALTER TABLE "discount_codes" ADD COLUMN "is_exhausted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_pool_empty" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "is_pool_low" BOOLEAN NOT NULL DEFAULT false;
-- False: the usage count stays, only what follows from it and from grants may have changed.
ALTER TABLE "changed_usages" ADD COLUMN "is_counted" BOOLEAN NOT NULL DEFAULT true;

-- What follows from the grants so far is worked out for all codes at the next start, and published where it is news.
ALTER TABLE "grant_codes" NO FORCE ROW LEVEL SECURITY;
UPDATE "grant_codes" SET "ended_at" = "retired_at" WHERE "retired_at" IS NOT NULL;
ALTER TABLE "grant_codes" FORCE ROW LEVEL SECURITY;
ALTER TABLE "discount_codes" NO FORCE ROW LEVEL SECURITY;
INSERT INTO "changed_usages" ("workspace_id", "discount_code_id", "is_counted")
SELECT "workspace_id", "row_id", false FROM "discount_codes" ON CONFLICT DO NOTHING;
ALTER TABLE "discount_codes" FORCE ROW LEVEL SECURITY;
