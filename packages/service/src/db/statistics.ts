import type { Logger } from "@offergraph/shared/log/logger";
import type pg from "pg";
import type { BackgroundTask } from "../subgraph/run.js";

interface Options {
  pool: pg.Pool;
  log: Logger;
  /** Milliseconds between two checks; defaults to 2,000. */
  everyMs?: number;
}

// Compares the estimated number of rows with the number at the last ANALYZE or VACUUM, which is -1 for a new table. Above a million rows,
// autovacuum updates the statistics soon enough.
const grown = `
  SELECT s.relid::regclass::text AS name FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE pg_get_userbyid(c.relowner) = current_user AND s.n_live_tup > 200 + 10 * greatest(c.reltuples, 0) AND s.n_live_tup < 1000000`;

/**
 * Updates PostgreSQL's statistics of tables that have grown tenfold. Without statistics, PostgreSQL plans statements as if the table were
 * small, and keeps the plans. Autovacuum notices the growth only after up to a minute. During that minute, the first import into a new
 * database would slow down with each row.
 */
export function startStatistics({ pool, log, everyMs = 2_000 }: Options): BackgroundTask {
  let running: Promise<void> | undefined;
  let isFailing = false;
  let isStopped = false;
  /** Skips tables that autovacuum or another replica is analyzing. */
  const analyze = (name: string) => pool.query(`ANALYZE (SKIP_LOCKED) ${name}`);
  const update = async () => {
    try {
      const { rows } = await pool.query<{ name: string }>(grown);
      const results = [];
      for (const { name } of rows) if (!isStopped) results.push(...(await Promise.allSettled([analyze(name)])));
      const failed = results.find((result) => result.status === "rejected");
      if (failed) throw failed.reason;
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ reason: (error as Error).message }, "failed to update the statistics of new tables; retrying");
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    running ??= update().finally(() => {
      running = undefined;
    });
  }, everyMs);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
