import { withSessionOptions } from "@offergraph/service/db/pool";
import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import pg from "pg";
import { z } from "zod";
import { listStatement } from "./list-statement.js";

// Measures a lower bound for the processor time of a list request: a client that only runs the prepared statements of the lists and does
// not convert the values. Like the service, the client uses all connections of a pool at the same time.
const { connectionString, workspaceId, amount } = z
  .object({ connectionString: z.string(), workspaceId: z.string(), amount: z.number() })
  .parse(await new Promise((resolve) => process.once("message", resolve)));
// The services read the same variable from the environment of the benchmark.
const { DATABASE_POOL: connections } = readEnv({ DATABASE_POOL: serviceEnv.DATABASE_POOL }, process.env);

// The offset is part of the text (see pageStatement), so each offset has its own prepared statement.
const statements = Array.from({ length: 50 }, (_, offset) => {
  const { text, values } = listStatement(offset);
  return { name: `list_${offset}`, text, values };
});
const clients = await Promise.all(Array.from({ length: connections }, connect));
const perConnection = Math.ceil(amount / connections);
// The warm-up prepares each statement on each connection.
await run(Math.max(statements.length, Math.ceil(perConnection / 4)));
const before = process.cpuUsage();
await run(perConnection);
const { user, system } = process.cpuUsage(before);
process.send?.({ cpuMicroseconds: (user + system) / (perConnection * connections) });
await Promise.all(clients.map((client) => client.end()));

async function connect(): Promise<pg.Client> {
  // The values stay texts. pg would create Date objects, which the service avoids and which take a third of the client's CPU time.
  const types = { getTypeParser: () => String };
  const client = new pg.Client({ connectionString: withSessionOptions(connectionString), types });
  await client.connect();
  await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  return client;
}

/** Runs `count` statements on each connection. All connections work at the same time. */
async function run(count: number): Promise<void> {
  await Promise.all(
    clients.map(async (client) => {
      for (let index = 0; index < count; index += 1) {
        const statement = statements[index % statements.length];
        if (statement) await client.query(statement);
      }
    }),
  );
}
