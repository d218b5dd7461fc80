import { jobEvents } from "@offergraph/shared/contracts/job-events";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { pino } from "pino";
import type { BackgroundTask } from "../../subgraph/run.js";
import { createRawClient, type RawPrisma } from "../../subgraph/testing/raw-client.js";
import { createDatabase } from "../../tx/database.js";
import { startJob } from "../../tx/job.js";
import { insertJob } from "../rows.js";
import { longJobs } from "../run.js";

const { created, progressed, finished } = jobEvents("trial");
type Given = Parameters<typeof longJobs<RawPrisma, readonly [typeof progressed, typeof finished]>>[0];

/** Returns functions that create and run jobs. The database must have the tables of jobs. */
export function jobRunner(connectionString: string, clock: Clock) {
  const pool = new pg.Pool({ connectionString, max: 6 });
  pool.on("error", () => undefined);
  const log = pino({ level: process.env.TEST_LOG ?? "silent" });
  const database = createDatabase<RawPrisma>({ pool, createClient: createRawClient, log, clock, notify: () => undefined });
  const jobOf = (given: Pick<Given, "steps" | "limits" | "timeoutAdvice">) =>
    longJobs<RawPrisma, readonly [typeof progressed, typeof finished]>({
      ...{ events: { created, progressed, finished }, emits: [progressed, finished], log, databasePool: 9 },
      ...given,
    });
  return {
    pool,
    async create(workspaceId: string, kind: string): Promise<string> {
      const rowId = newId();
      await database.transaction({ workspaceId }, (tx) => insertJob(tx, { rowId, kind, total: null, createdBy: null, parameters: {} }));
      return rowId;
    },
    start(given: Pick<Given, "steps" | "limits" | "timeoutAdvice">): BackgroundTask {
      return startJob({ pool, log, clock, database: database as never }, { ...jobOf(given), everyMs: 5 } as never);
    },
    /** Runs one turn of a workspace. Before each transaction, calls `before` with the transaction's number (1, 2, …). */
    async turn(given: Parameters<typeof jobOf>[0], workspaceId: string, before?: (transaction: number) => unknown): Promise<boolean> {
      let transactions = 0;
      const turn = jobOf(given).runInSteps?.(async (effect) => {
        transactions += 1;
        await before?.(transactions);
        return database.transaction({ workspaceId, emits: [progressed, finished] }, effect);
      }, workspaceId);
      return turn ?? false;
    },
  };
}
