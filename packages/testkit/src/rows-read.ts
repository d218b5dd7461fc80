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

/** Runs a statement with EXPLAIN ANALYZE. Returns the number of rows that its scans read and its joins compared in vain. */
export async function countRowsRead(client: Client, { text, values }: { text: string; values: unknown[] }): Promise<number> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const [explained] = rows as { "QUERY PLAN": [{ Plan: Plan }] }[];
  const plan = explained?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("PostgreSQL returned no plan.");
  return rowsOf(plan);
}

function rowsOf(plan: Plan): number {
  const { "Actual Rows": kept, "Rows Removed by Filter": filtered = 0, "Rows Removed by Join Filter": unjoined = 0 } = plan;
  const read = plan["Node Type"].endsWith("Scan") ? kept + filtered : 0;
  return (read + unjoined) * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);
}
