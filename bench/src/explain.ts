import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureDatabase, startPostgres } from "@offergraph/dev-stack/postgres";
import type { Statement } from "@offergraph/service/db/statement";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: Plan[];
}

function scans(plan: Plan): string[] {
  const own = plan["Index Name"] ?? (plan["Node Type"].endsWith("Scan") ? plan["Node Type"] : undefined);
  return [...(own ? [own] : []), ...(plan.Plans ?? []).flatMap(scans)];
}

/** Runs a prepared statement 9 times. Returns the kinds of scans in the statement's plan, and the shortest time of the last 4 runs. */
async function explain(client: pg.Client, workspaceId: string, statement: Statement): Promise<{ ms: number; how: string }> {
  const literals = statement.values.map((value) =>
    pg.escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(",")}}` : String(value)),
  );
  const times: number[] = [];
  let how = "";
  await client.query(`PREPARE measured AS ${statement.text}`);
  for (let run = 0; run < 9; run += 1) {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${literals.length > 0 ? `(${literals.join(", ")})` : ""}`,
    );
    await client.query("COMMIT");
    const [emitted] = rows[0]["QUERY PLAN"] as [{ Plan: Plan; "Planning Time": number; "Execution Time": number }];
    times.push(emitted["Planning Time"] + emitted["Execution Time"]);
    how = [...new Set(scans(emitted.Plan))].join(", ");
  }
  await client.query("DEALLOCATE measured");
  return { ms: Math.min(...times.slice(-4)), how };
}

const maxVacuums = 20;

/**
 * Vacuums and analyzes until all pages of a table are all-visible, as index-only scans require. With `synchronous_commit` off, several
 * vacuums may be needed.
 */
export async function vacuum(client: pg.Client, table: string): Promise<void> {
  for (let tries = 0; tries < maxVacuums; tries += 1) {
    await client.query("VACUUM ANALYZE");
    const { rows } = await client.query("SELECT relallvisible >= relpages AS done FROM pg_class WHERE oid = $1::regclass", [table]);
    if (rows[0].done) return;
  }
  throw new Error(`The pages of ${table} did not become all-visible. Check for open transactions.`);
}

/** A statement and its time limit in milliseconds. */
export interface Measured {
  name: string;
  limit: number;
  statement: Statement;
}

/** Measures a statement in a workspace and prints the result. Returns true if the time is within the limit. */
export async function isWithin(client: pg.Client, workspaceId: string, { name, limit, statement }: Measured): Promise<boolean> {
  let { ms, how } = await explain(client, workspaceId, statement);
  // Repeats a slow measurement up to two times, because other processes may slow down the statement.
  for (let again = 0; again < 2 && ms > limit; again += 1) ({ ms, how } = await explain(client, workspaceId, statement));
  console.log(`${ms > limit ? "OVER" : "ok  "} ${ms.toFixed(2).padStart(8)} ms of ${String(limit).padStart(3)}  ${name.padEnd(52)} ${how}`);
  return ms <= limit;
}

/** Runs `effect` with a new database on the server of TEST_DATABASE_URL, or on a temporary server. */
export async function onServer<Result>(name: string, effect: (connectionString: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-bench-"));
  const server = process.env.TEST_DATABASE_URL
    ? { adminUrl: process.env.TEST_DATABASE_URL, stop: async () => undefined }
    : await startPostgres({ dataDirectory: join(folder, "postgres"), log: createLogger("postgres", "warn"), isFast: true });
  try {
    return await effect(await ensureDatabase(server.adminUrl, `bench_${process.pid}`, name));
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
