import pg from "pg";
import { z } from "zod";

// Measures a lower bound for the processor time of a list request. Reads pages of 50 rows with a prepared statement.
const { connectionString, workspaceId, amount } = z
  .object({ connectionString: z.string(), workspaceId: z.string(), amount: z.number() })
  .parse(await new Promise((resolve) => process.once("message", resolve)));

const client = new pg.Client({ connectionString });
await client.connect();
await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
const statement = {
  name: "page",
  text: `SELECT row_id, code, title, status, value_kind, value_percent, usage_count, created_at, ends_at
    FROM discount_codes ORDER BY created_at DESC, row_id LIMIT 51`,
};
for (let index = 0; index < amount / 4; index++) await client.query(statement);
const before = process.cpuUsage();
for (let index = 0; index < amount; index++) await client.query(statement);
const { user, system } = process.cpuUsage(before);
process.send?.({ cpuMicroseconds: (user + system) / amount });
await client.end();
