-- Apps that members connect with OAuth. A connected app is a row of api_keys with the kind APP.
ALTER TYPE "key_kind" ADD VALUE 'APP';

-- Authorization codes (RFC 6749 4.1.2). key_id is the connected app, once the code is used.
CREATE TABLE "oauth_codes" (
    "hash" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "member_id" UUID NOT NULL,
    "level" "key_level" NOT NULL,
    "app_name" TEXT NOT NULL,
    "client_hash" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "key_id" UUID,

    CONSTRAINT "oauth_codes_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "oauth_codes_workspace_id_expires_at_idx" ON "oauth_codes"("workspace_id", "expires_at");
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_workspace_id_member_id_fkey"
    FOREIGN KEY ("workspace_id", "member_id") REFERENCES "members"("workspace_id", "row_id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "oauth_codes" ADD CONSTRAINT "oauth_codes_key_id_fkey"
    FOREIGN KEY ("key_id") REFERENCES "api_keys"("row_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Access tokens and refresh tokens of connected apps. used_at is the time when a refresh token was replaced.
CREATE TABLE "oauth_tokens" (
    "hash" TEXT NOT NULL,
    "workspace_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" UUID NOT NULL,
    "client_hash" TEXT NOT NULL,
    "is_refresh" BOOLEAN NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_tokens_pkey" PRIMARY KEY ("hash")
);
CREATE INDEX "oauth_tokens_workspace_id_expires_at_idx" ON "oauth_tokens"("workspace_id", "expires_at");
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_key_id_fkey"
    FOREIGN KEY ("key_id") REFERENCES "api_keys"("row_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Workspaces with codes and tokens, and the time of the next deletion of expired ones. The job that deletes them works for all workspaces.
CREATE TABLE "oauth_retention" (
    "workspace_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_retention_pkey" PRIMARY KEY ("workspace_id")
);
CREATE INDEX "oauth_retention_due_at_idx" ON "oauth_retention"("due_at");

DO $$
DECLARE
    name text;
    scope text := 'workspace_id = (SELECT nullif(current_setting(''app.workspace_id'', true), '''')::uuid)';
    -- Sessions, codes and tokens are looked up before the workspace is known. A transaction can read the one row with this hash.
    secret text := 'hash = (SELECT nullif(current_setting(''app.secret_hash'', true), ''''))';
    -- As for api_keys, the gateway's role reads access tokens of all workspaces through the view.
    others text := '(SELECT current_user) <> (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = ''api_keys''::regclass)
        AND coalesce((SELECT current_setting(''app.workspace_id'', true)), '''') = ''''';
BEGIN
    FOREACH name IN ARRAY ARRAY['oauth_codes', 'oauth_tokens'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY workspace ON %I USING (%s) WITH CHECK (%s)', name, scope, scope);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['api_keys', 'oauth_codes', 'oauth_tokens'] LOOP
        EXECUTE format('CREATE POLICY secret ON %I FOR SELECT USING (%s)', name, secret);
    END LOOP;
    EXECUTE format('CREATE POLICY lookup ON oauth_tokens FOR SELECT USING (%s)', others);
END $$;

-- The gateway looks up access tokens together with API keys. Refresh tokens are no credentials for the gateway.
CREATE OR REPLACE VIEW "api_key_lookups" AS
SELECT k.hash, k.row_id AS key_id, k.workspace_id, k.created_by AS member_id, k.kind::text, k.level::text, k.origins, k.connection_id,
       k.limit_per_minute, k.expires_at, k.revoked_at IS NOT NULL AS is_revoked, m.role::text, m.removed_at IS NULL AS is_member, w.is_test
  FROM api_keys k
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
UNION ALL
SELECT t.hash, k.row_id, k.workspace_id, k.created_by, k.kind::text, k.level::text, k.origins, k.connection_id,
       k.limit_per_minute, t.expires_at, k.revoked_at IS NOT NULL, m.role::text, m.removed_at IS NULL, w.is_test
  FROM oauth_tokens t
  JOIN api_keys k ON k.row_id = t.key_id
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
 WHERE NOT t.is_refresh;
