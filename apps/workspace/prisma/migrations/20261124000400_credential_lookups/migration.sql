-- The gateway looks up API keys and access tokens here.
CREATE VIEW "credential_lookups" AS
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
GRANT SELECT ON "credential_lookups" TO PUBLIC;

-- Gateways of earlier versions read this view and do not know persisted_only. They must reject the keys that they would not restrict.
CREATE OR REPLACE VIEW "api_key_lookups" AS
SELECT hash, key_id, workspace_id, member_id, kind, level, origins, connection_id, limit_per_minute, expires_at, is_revoked, role, is_member,
       is_test, persisted_only
  FROM credential_lookups
 WHERE NOT persisted_only;
