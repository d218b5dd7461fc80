import { jobEvents } from "@offergraph/shared/contracts/job-events";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
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

/** Returns functions that create jobs and run them with these steps, in a database with the tables of jobs. */
export function jobRunner(connectionString: string, clock: Clock = systemClock) {
  const pool = new pg.Pool({ connectionString, max: 6 });
  pool.on("error", () => undefined);
  const log = pino({ level: process.env.TEST_LOG ?? "silent" });
  const database = createDatabase<RawPrisma>({ pool, createClient: createRawClient, log, clock, notify: () => undefined });
  return {
    pool,
    async create(workspaceId: string, kind: string): Promise<string> {
      const rowId = newId();
      await database.transaction({ workspaceId }, (tx) => insertJob(tx, { rowId, kind, total: null, createdBy: null, parameters: {} }));
      return rowId;
    },
    start(given: Pick<Given, "steps" | "limits" | "timeoutAdvice">): BackgroundTask {
      const events = { created, progressed, finished };
      const job = longJobs<RawPrisma, readonly [typeof progressed, typeof finished]>({
        ...{ events, emits: [progressed, finished], log },
        ...given,
      });
      return startJob({ pool, log, clock, database: database as never }, { ...job, everyMs: 5 } as never);
    },
  };
}
