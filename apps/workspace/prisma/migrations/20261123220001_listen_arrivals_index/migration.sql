-- The new index also contains the sizes of the events, so that the check of the buffer reads no rows. It replaces the former index.
DROP INDEX CONCURRENTLY IF EXISTS "listen_arrivals_workspace_id_sequence_bytes_idx";
CREATE INDEX CONCURRENTLY "listen_arrivals_workspace_id_sequence_bytes_idx" ON "listen_arrivals"("workspace_id", "sequence") INCLUDE ("bytes");
DROP INDEX CONCURRENTLY IF EXISTS "listen_arrivals_workspace_id_sequence_idx";
