ALTER TABLE "partners"
    ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Existing ids are UUIDv7 and start with the creation time in milliseconds. The owner sees no rows while row-level security is forced.
ALTER TABLE "partners" NO FORCE ROW LEVEL SECURITY;
UPDATE "partners" SET "created_at" = to_timestamp(('x' || left(replace("row_id"::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
WHERE substr("row_id"::text, 15, 1) = '7';
ALTER TABLE "partners" FORCE ROW LEVEL SECURITY;

-- For the deletion of a partner.
CREATE INDEX "discount_codes_workspace_id_partner_id_idx" ON "discount_codes"("workspace_id", "partner_id");

CREATE TRIGGER "partners_updated_at_never_goes_back" BEFORE UPDATE ON "partners"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
