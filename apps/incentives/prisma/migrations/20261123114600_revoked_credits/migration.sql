-- Replicas of versions without credit_spends take back the whole credit of a grant, although a part of it was spent. Rejects their
-- statements, so that a replica with this version processes the expiry or the reversal later.
CREATE FUNCTION check_revoked_credit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unused bigint := (SELECT g.amount_minor - g.used FROM grants g WHERE g.workspace_id = NEW.workspace_id AND g.row_id = NEW.grant_id);
BEGIN
    IF NEW.amount_minor <> -unused THEN
        RAISE EXCEPTION 'An entry of grant % takes back % instead of the unused %.', NEW.grant_id, -NEW.amount_minor, unused
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_ledger_unused';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER "credit_ledger_unused" BEFORE INSERT ON "credit_ledger"
    FOR EACH ROW WHEN (NEW.account = 0 AND NEW.kind IN (1, 2)) EXECUTE FUNCTION check_revoked_credit();
