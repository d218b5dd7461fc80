-- Partners can change and be deleted. A deleted partner stays as a tombstone, so that a late reply cannot restore it.
ALTER TABLE "partner_references"
    ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '1970-01-01T00:00:00Z',
    ADD COLUMN "is_deleted" BOOLEAN NOT NULL DEFAULT false;
