-- A change that gets the time of the previous change, or an earlier time, is one millisecond later. If two changes had the same time, other
-- services could replace the second change by the reply to an earlier lookup.
CREATE OR REPLACE FUNCTION keep_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := OLD.updated_at + interval '1 millisecond';
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "workspaces_updated_at_never_goes_back" BEFORE UPDATE ON "workspaces"
    FOR EACH ROW WHEN (NEW.updated_at <= OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
CREATE OR REPLACE TRIGGER "brands_updated_at_never_goes_back" BEFORE UPDATE ON "brands"
    FOR EACH ROW WHEN (NEW.updated_at <= OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
