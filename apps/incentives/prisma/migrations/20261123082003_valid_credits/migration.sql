-- Scans the tables, while other transactions continue to write.
ALTER TABLE "grants" VALIDATE CONSTRAINT "grants_used";
ALTER TABLE "credit_ledger" VALIDATE CONSTRAINT "credit_ledger_kind";
ALTER TABLE "credit_ledger" VALIDATE CONSTRAINT "credit_ledger_account";
ALTER TABLE "credit_ledger" VALIDATE CONSTRAINT "credit_ledger_spend";
ALTER TABLE "credit_ledger" VALIDATE CONSTRAINT "credit_ledger_spend_id_fkey";
