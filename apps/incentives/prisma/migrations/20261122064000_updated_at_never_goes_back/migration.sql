-- Others keep these records as the newest updatedAt tells of them. A write begins, and takes its time, before it has its lock, and replicas'
-- clocks differ: without this the second of two writes could look like the older one, and nobody would ever take what it wrote.
CREATE FUNCTION keep_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := OLD.updated_at;
    RETURN NEW;
END $$;

CREATE TRIGGER "incentives_updated_at_never_goes_back" BEFORE UPDATE ON "incentives"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
CREATE TRIGGER "grants_updated_at_never_goes_back" BEFORE UPDATE ON "grants"
    FOR EACH ROW WHEN (NEW.updated_at < OLD.updated_at) EXECUTE FUNCTION keep_updated_at();
