-- Executions of audited operations that are not yet sent to the audit log. The table has no row-level security, because a job
-- sends the operations of all workspaces.
CREATE TABLE "audit_operations" (
    "workspace_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "details" JSON NOT NULL,
    "is_partly_sent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "audit_operations_pkey" PRIMARY KEY ("workspace_id", "operation_id")
);

-- Rows that audited operations changed. The type json stores the text of the row, which needs less CPU time than jsonb.
CREATE TABLE "audit_changes" (
    "workspace_id" UUID NOT NULL,
    "operation_id" UUID NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "table_name" TEXT NOT NULL,
    "before" JSON,
    "after" JSON,

    CONSTRAINT "audit_changes_pkey" PRIMARY KEY ("workspace_id", "operation_id", "sequence")
);

-- Records a changed row under the id of the transaction's operation.
CREATE FUNCTION record_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_changes (workspace_id, operation_id, table_name, before, after)
    VALUES (current_setting('app.workspace_id')::uuid, current_setting('app.audit_operation')::uuid, TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN row_to_json(OLD) END, CASE WHEN TG_OP <> 'DELETE' THEN row_to_json(NEW) END);
    RETURN NULL;
END $$;

-- For rows with customers' data: records only the names of the changed columns, and the values of the columns in the trigger's arguments.
CREATE FUNCTION record_private_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    old_row jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    new_row jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    changed json := (
        SELECT json_object_agg(one.key, CASE WHEN one.key = ANY (TG_ARGV) THEN one.value END)
        FROM jsonb_each(coalesce(new_row, old_row)) AS one
        WHERE one.key = ANY (TG_ARGV) OR old_row -> one.key IS DISTINCT FROM new_row -> one.key);
BEGIN
    INSERT INTO audit_changes (workspace_id, operation_id, table_name, before, after)
    VALUES (current_setting('app.workspace_id')::uuid, current_setting('app.audit_operation')::uuid, TG_TABLE_NAME,
        CASE WHEN TG_OP <> 'INSERT' THEN changed END, CASE WHEN TG_OP <> 'DELETE' THEN changed END);
    RETURN NULL;
END $$;

ALTER TABLE "audit_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "audit_changes" FORCE ROW LEVEL SECURITY;
CREATE POLICY workspace ON "audit_changes"
    USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid))
    WITH CHECK (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));

-- The condition is false for transactions that are not audited.
CREATE TRIGGER "audit" AFTER INSERT OR UPDATE OR DELETE ON "jobs" FOR EACH ROW
    WHEN (current_setting('app.audit_operation', true) <> '') EXECUTE FUNCTION record_audit_change();
