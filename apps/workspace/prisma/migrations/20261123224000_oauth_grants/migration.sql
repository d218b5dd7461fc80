-- The session with which a member allowed an app. The revocation of this session also ends the access of the app. Null for rows of earlier
-- versions.
ALTER TABLE "oauth_codes" ADD COLUMN "session_id" UUID;
ALTER TABLE "api_keys" ADD COLUMN "session_id" UUID;

-- The level of an access token. A client can request a lower level than the app's level. Null for tokens of earlier versions: the app's level.
ALTER TABLE "oauth_tokens" ADD COLUMN "level" "key_level";

CREATE OR REPLACE VIEW "api_key_lookups" AS
SELECT k.hash, k.row_id AS key_id, k.workspace_id, k.created_by AS member_id, k.kind::text, k.level::text, k.origins, k.connection_id,
       k.limit_per_minute, k.expires_at, k.revoked_at IS NOT NULL AS is_revoked, m.role::text, m.removed_at IS NULL AS is_member, w.is_test
  FROM api_keys k
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
UNION ALL
SELECT t.hash, k.row_id, k.workspace_id, k.created_by, k.kind::text, coalesce(t.level, k.level)::text, k.origins, k.connection_id,
       k.limit_per_minute, t.expires_at, k.revoked_at IS NOT NULL, m.role::text, m.removed_at IS NULL, w.is_test
  FROM oauth_tokens t
  JOIN api_keys k ON k.row_id = t.key_id
  JOIN members m ON m.workspace_id = k.workspace_id AND m.row_id = k.created_by
  JOIN workspaces w ON w.workspace_id = k.workspace_id
 WHERE NOT t.is_refresh;
