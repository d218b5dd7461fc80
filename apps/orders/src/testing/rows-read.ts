import { type Statement, sql } from "@offergraph/service/db/statement";
import type { WorkspaceReader } from "@offergraph/service/db/workspace-reader";

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
}

const rowsOf = ({ "Node Type": type, "Actual Rows": rows, "Actual Loops": loops, Plans: parts = [] }: Plan): number =>
  (type.endsWith("Scan") ? rows * loops : 0) + parts.reduce((sum, part) => sum + rowsOf(part), 0);

/** Runs a statement. Returns the number of rows that the statement's scans read. */
export async function countRowsRead(database: WorkspaceReader, workspaceId: string, statement: Statement): Promise<number> {
  const explain = sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`;
  const [row] = await database.read<{ "QUERY PLAN": [{ Plan: Plan }] }>(workspaceId, explain);
  if (!row) throw new Error("Invariant violated: EXPLAIN returned no plan.");
  return rowsOf(row["QUERY PLAN"][0].Plan);
}
