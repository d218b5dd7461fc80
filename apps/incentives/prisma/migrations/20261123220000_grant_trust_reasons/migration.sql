ALTER TABLE "grants" ADD COLUMN "trust_reasons" TEXT[];
ALTER TABLE "form_response_references" ADD COLUMN "trust_reasons" TEXT[];
