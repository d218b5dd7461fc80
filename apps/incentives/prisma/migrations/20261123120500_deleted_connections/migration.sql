-- Deleted connections stay, so that late events do not restore them.
ALTER TABLE "connection_references" ADD COLUMN "is_deleted" BOOLEAN NOT NULL DEFAULT false;
