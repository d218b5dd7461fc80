import type { Client, Fixture } from "./fixture.js";
import type { Answered } from "./send.js";

export const outcomesOf = ({ results }: Answered) => results.map(({ outcome }) => outcome);

/** Returns one string per record with the record's errors: "path CODE,path CODE". */
export const faultsOf = ({ results }: Answered) =>
  results.map(({ errors = [] }) =>
    errors
      .map(({ field, code }) => `${field.join(".")} ${code}`)
      .sort()
      .join(),
  );

/** Status and code of a response that rejects the whole request. */
export const codeOf = async (response: Response) => [response.status, ((await response.json()) as Answered).errors[0]?.extensions.code];

export async function rowsOf<Row = Record<string, unknown>>(fixture: Fixture, { workspaceId }: Client, table: string): Promise<Row[]> {
  const { rows } = await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1 ORDER BY 1`, [workspaceId]);
  return rows as Row[];
}
