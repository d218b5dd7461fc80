-- Lets the planner expect that a store has most of the pushes. It then finds the pushes of a batch by their keys. With the average number of
-- pushes per store, it would read all pushes of the store for each batch.
ALTER TABLE "store_pushes" ALTER COLUMN "workspace_id" SET (n_distinct = 1), ALTER COLUMN "connection_id" SET (n_distinct = 1);
ANALYZE "store_pushes";
