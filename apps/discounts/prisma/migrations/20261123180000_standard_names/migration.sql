-- The previous version uses the former name, so the service must be stopped before this migration.
ALTER TABLE "grant_codes" RENAME COLUMN "refusal" TO "rejection";
