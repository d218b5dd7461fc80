import type pg from "pg";

interface Plan {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
}

/** Runs a statement with EXPLAIN ANALYZE. Returns the number of rows that all parts of its plan processed. */
export async function countRowsRead(
  client: Pick<pg.Client, "query">,
  { text, values }: { text: string; values: unknown[] },
): Promise<number> {
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("PostgreSQL returned no plan.");
  return rowsOf(plan);
}

function rowsOf(plan: Plan): number {
  const { "Actual Rows": kept, "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": unjoined = 0 } = plan;
  return (kept + filtered + unjoined) * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}
