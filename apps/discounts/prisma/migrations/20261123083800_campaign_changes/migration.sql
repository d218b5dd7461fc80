ALTER TABLE "campaigns"
    ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "starts_at" TIMESTAMPTZ(3),
    ADD COLUMN "ends_at" TIMESTAMPTZ(3),
    ADD COLUMN "note" TEXT;

-- The owner sees no rows while row-level security is forced.
ALTER TABLE "campaigns" NO FORCE ROW LEVEL SECURITY;
UPDATE "campaigns" SET "updated_at" = "created_at";
ALTER TABLE "campaigns" FORCE ROW LEVEL SECURITY;

CREATE TRIGGER "campaigns_updated_at_never_goes_back" BEFORE UPDATE ON "campaigns"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
