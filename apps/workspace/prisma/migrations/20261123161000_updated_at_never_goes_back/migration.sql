-- Other services keep the record with the newest updated_at. A transaction reads its time before it waits for the row's lock, and the clocks
-- of replicas differ. Without these triggers, a later change could get an earlier time, and other services would ignore the change.
CREATE FUNCTION keep_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := OLD.updated_at;
    RETURN NEW;
END $$;

CREATE TRIGGER "workspaces_updated_at_never_goes_back" BEFORE UPDATE ON "workspaces"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER "brands_updated_at_never_goes_back" BEFORE UPDATE ON "brands"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
