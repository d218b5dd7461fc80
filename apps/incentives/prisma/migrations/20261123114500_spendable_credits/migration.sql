-- Whether a grant's credit was sent to a store, which keeps the balance. Null for grants of older versions.
ALTER TABLE "grants" ADD COLUMN "sent_to_store" BOOLEAN;
