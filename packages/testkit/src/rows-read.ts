import pg from "pg";

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
}

/** A client of the library pg, or an object that runs a statement in the same way. */
interface Client {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

interface Measured {
  text: string;
  values: readonly unknown[];
}

/** Runs a statement with EXPLAIN ANALYZE. Returns the number of rows that its scans read and its joins compared in vain. */
export async function countRowsRead(client: Client, { text, values }: Measured): Promise<number> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
  return rowsOf(planIn(rows));
}

/**
 * Like `countRowsRead`, but prepares the statement, runs it with a custom plan and with a generic plan, and rolls back its changes. Returns
 * the larger number.
 */
export async function countRowsReadPrepared(client: Client, { text, values }: Measured): Promise<number> {
  const counts: number[] = [];
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    const script = `BEGIN; SET LOCAL plan_cache_mode = ${mode}; PREPARE measured AS ${text};
      EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE measured(${values.map(literalOf).join()}); ROLLBACK; DEALLOCATE measured`;
    const results = (await client.query(script, [])) as unknown as { rows: unknown[] }[];
    counts.push(rowsOf(planIn(results.flatMap(({ rows }) => rows))));
  }
  return Math.max(...counts);
}

function literalOf(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(String(one))).join()}}` : String(value));
}

function planIn(rows: unknown[]): Plan {
  const [explained] = rows as { "QUERY PLAN": [{ Plan: Plan }] }[];
  const plan = explained?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("PostgreSQL returned no plan.");
  return plan;
}

function rowsOf(plan: Plan): number {
  const { "Actual Rows": kept, "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": unjoined = 0 } = plan;
  const read = plan["Node Type"].endsWith("Scan") ? kept + filtered : 0;
  return (read + unjoined) * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}
