import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import type { BackgroundTask } from "../subgraph/run.js";

interface Options {
  pool: pg.Pool;
  log: Logger;
  /** Milliseconds between two checks; defaults to 2,000. */
  everyMs?: number;
}

// Compares the estimated number of rows with the number at the last ANALYZE or VACUUM, which is -1 for a new table. Above this size,
// autovacuum is soon enough.
const grown = `
  SELECT s.relid::regclass::text AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE c.relowner = current_user::regrole AND s.n_live_tup > 200 + 10 * greatest(c.reltuples, 0) AND s.n_live_tup < 1000000`;

/**
 * Updates PostgreSQL's statistics of tables that have grown tenfold. Without statistics, PostgreSQL plans statements as if the table were
 * small, and keeps the plans. Autovacuum notices the growth only after up to a minute. During that minute, the first import into a new
 * database would slow down with each row.
 */
export function startStatistics({ pool, log, everyMs = 2_000 }: Options): BackgroundTask {
  let running: Promise<void> | undefined;
  const update = async () => {
    const { rows } = await pool.query<{ name: string }>(grown);
    // Skips tables that autovacuum or another replica is analyzing.
    for (const { name } of rows) await pool.query(`ANALYZE (SKIP_LOCKED) ${name}`);
  };
  let isFailing = false;
  const updateOnce = async () => {
    try {
      await update();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ reason: (error as Error).message }, "failed to update the statistics of new tables; retrying");
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    running ??= updateOnce().finally(() => {
      running = undefined;
    });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
