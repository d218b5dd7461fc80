import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createLogger } from "@offergraph/shared/log/logger";
import { startPostgres } from "../../../../packages/dev-stack/src/postgres.js";
import { startSystem } from "../../start-system.js";
import { waitUntil } from "../../wait-until.js";
import { suspend } from "../processes.js";
import { sample } from "../samples.js";
import type { Verdict } from "../verdict.js";
import { type DatabaseLimits, proveDatabaseAway } from "./database-away.js";
import { type FrozenLimits, proveFrozenSubgraph } from "./frozen-subgraph.js";
import { operationsOf, subgraphs } from "./operations.js";

// Uses the default timeouts of a deployment, because the timeouts of the end-to-end tests are too long for this proof.
const environment = { DATABASE_WAIT_MS: "5000", SUBGRAPH_SILENCE_MS: "2500", RATE_LIMIT_PER_IP: "0", RATE_LIMIT_PER_KEY: "0" };

/** Freezes each subgraph in turn, then stops and freezes the database server. */
export async function provePartialFailure(limits: FrozenLimits & DatabaseLimits, verdict: Verdict): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-partial-"));
  const settings = { dataDirectory: path.join(folder, "postgres"), log: createLogger("proof", "silent") };
  let postgres = await startPostgres(settings);
  const { port } = postgres;
  try {
    const system = await startSystem({
      env: { ...environment, DATABASE_URL: postgres.adminUrl },
      dataDirectory: path.join(folder, "data"),
    });
    try {
      const { baseUrl, secretKey: key, pids } = await system.read();
      const target = { baseUrl, key };
      // The first executions of an operation are slow, because the process compiles code.
      for (const query of Array.from({ length: 3 }, () => subgraphs.flatMap(operationsOf)).flat())
        await waitUntil("the system works", async () => (await sample(target, "", query)).code === undefined, 60);
      for (const name of subgraphs) await proveFrozenSubgraph(target, name, pids[name], limits, verdict);
      const restart = async () => {
        postgres = await startPostgres({ ...settings, port });
      };
      await proveDatabaseAway(
        system.read,
        { name: "database stopped", start: () => postgres.stop(), end: restart, mayWait: false },
        limits,
        verdict,
      );
      let resume = () => {};
      const start = async () => {
        resume = await suspend(postgres.pid);
      };
      const end = async () => resume();
      await proveDatabaseAway(system.read, { name: "database frozen", start, end, mayWait: true }, limits, verdict).finally(resume);
    } finally {
      await system.stop();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
