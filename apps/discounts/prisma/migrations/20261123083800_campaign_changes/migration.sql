-- Stored campaigns count as changed by this migration.
ALTER TABLE "campaigns"
    ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "starts_at" TIMESTAMPTZ(3),
    ADD COLUMN "ends_at" TIMESTAMPTZ(3),
    ADD COLUMN "note" TEXT;

CREATE TRIGGER "campaigns_updated_at_never_goes_back" BEFORE UPDATE ON "campaigns"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
