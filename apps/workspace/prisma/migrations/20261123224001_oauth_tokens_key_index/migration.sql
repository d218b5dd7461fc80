-- The tokens of an app, which are deleted when the app loses its access or has too many.
DROP INDEX CONCURRENTLY IF EXISTS "oauth_tokens_key_id_idx";
CREATE INDEX CONCURRENTLY "oauth_tokens_key_id_idx" ON "oauth_tokens"("key_id");
