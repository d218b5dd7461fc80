-- Documents that an API key may send by their hash. A key with persisted_only sends no other documents.
ALTER TABLE "api_keys" ADD COLUMN "persisted_only" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "persisted_operations" (
    "row_id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" UUID NOT NULL,
    "sha256_hash" TEXT NOT NULL,
    "operation_names" TEXT[],
    "document" TEXT NOT NULL,

    CONSTRAINT "persisted_operations_pkey" PRIMARY KEY ("row_id")
);
CREATE UNIQUE INDEX "persisted_operations_api_key_id_sha256_hash_key" ON "persisted_operations"("api_key_id", "sha256_hash");
CREATE INDEX "persisted_operations_workspace_id_created_at_row_id_idx" ON "persisted_operations"("workspace_id", "created_at", "row_id");
ALTER TABLE "persisted_operations" ADD CONSTRAINT "persisted_operations_api_key_id_fkey"
    FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("row_id") ON DELETE RESTRICT ON UPDATE CASCADE;

DO $$
DECLARE
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
    -- As for api_keys, the gateway's role reads the operations of all workspaces through the view.
    others text := '(SELECT current_user) <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ''api_keys''::regclass)
        AND coalesce((SELECT current_setting(''app.workspace_id'', true)), '''') = ''''';
BEGIN
    ALTER TABLE persisted_operations ENABLE ROW LEVEL SECURITY;
    ALTER TABLE persisted_operations FORCE ROW LEVEL SECURITY;
    EXECUTE format('CREATE POLICY workspace ON persisted_operations USING (%s) WITH CHECK (%s)', scope, scope);
    EXECUTE format('CREATE POLICY lookup ON persisted_operations FOR SELECT USING (%s)', others);
END $$;

CREATE OR REPLACE VIEW "api_key_lookups" AS
SELECT k.hash, k.row_id AS key_id, k.workspace_id, k.created_by AS member_id, k.kind::text, k.level::text, k.origins, k.connection_id,
       k.limit_per_minute, k.expires_at, k.revoked_at IS NOT NULL AS is_revoked, m.role::text, m.removed_at IS NULL AS is_member, w.is_test,
       k.persisted_only
  FROM api_keys k
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
UNION ALL
SELECT t.hash, k.row_id, k.workspace_id, k.created_by, k.kind::text, coalesce(t.level, k.level)::text, k.origins, k.connection_id,
       k.limit_per_minute, t.expires_at, k.revoked_at IS NOT NULL, m.role::text, m.removed_at IS NULL, w.is_test, k.persisted_only
  FROM oauth_tokens t
  JOIN api_keys k ON k.row_id = t.key_id
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
 WHERE NOT t.is_refresh;

-- The gateway looks up the operations of an API key here.
CREATE VIEW "persisted_operation_lookups" AS
SELECT api_key_id AS key_id, sha256_hash AS hash, document FROM persisted_operations;
GRANT SELECT ON "persisted_operation_lookups" TO PUBLIC;
