-- The previous version of the service needs the index "store_pushes_turn_due_at_idx" during a rollout. A later migration can drop it.
DROP INDEX CONCURRENTLY IF EXISTS "store_pushes_due";
CREATE INDEX CONCURRENTLY "store_pushes_due" ON "store_pushes"("turn", "connection_id", "due_at") WHERE "due_at" IS NOT NULL;
