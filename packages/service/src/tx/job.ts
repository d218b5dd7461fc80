import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type pg from "pg";
import { startJobPoller } from "../jobs/job-poller.js";
import type { BackgroundTask, ServiceDeps } from "../subgraph/run.js";
import type { Tx } from "./tx.js";

interface JobBase<Emitted extends readonly EventDefinition[]> {
  name: string;
  everyMs?: number;
  /** Maximum number of workspaces that a process works on at once; defaults to 1. Each workspace uses a database connection. */
  concurrency?: number;
  emits: Emitted;
  /** True if `findWorkspaces` claims the workspaces, so that each batch needs a new claim. */
  claims?: boolean;
  /**
   * Returns the ids of the workspaces with pending work, the most urgent first. The function can read only tables without row-level
   * security.
   */
  findWorkspaces(pool: pg.Pool, now: Date): Promise<string[]>;
}

export type OpenTx<Prisma, Events extends EventDefinition> = <Result>(
  effect: (tx: Tx<Prisma, Events>) => Promise<Result>,
) => Promise<Result>;

interface InOneTx<Prisma, Emitted extends readonly EventDefinition[]> {
  /**
   * Processes one batch of a workspace's pending work. Returns true if more work may be pending. Must skip locked rows, because each
   * replica of the service runs the job.
   */
  run(tx: Tx<Prisma, Emitted[number]>): Promise<boolean>;
  runInSteps?: never;
}

interface InSteps<Prisma, Emitted extends readonly EventDefinition[]> {
  run?: never;
  /** Like `run`, but for work that needs several transactions or a request to another system. */
  runInSteps(open: OpenTx<Prisma, Emitted[number]>, workspaceId: string): Promise<boolean>;
}

export type Job<Prisma, Emitted extends readonly EventDefinition[] = readonly EventDefinition[]> = JobBase<Emitted> &
  (InOneTx<Prisma, Emitted> | InSteps<Prisma, Emitted>);

/** Type of the app's function `defineJob` (see `jobFor`). `Prisma` is the type of the app's Prisma client. */
export type DefineJob<Prisma> = <const Emitted extends readonly EventDefinition[]>(job: Job<Prisma, Emitted>) => Job<Prisma, Emitted>;

/** Returns the function `defineJob({ name, everyMs, emits, findWorkspaces, run(tx) })`. Add each job to the app's `background`. */
export function jobFor<Prisma>(): DefineJob<Prisma> {
  return (job) => job;
}

type JobDeps = Pick<ServiceDeps<unknown, unknown>, "pool" | "log" | "clock" | "database">;

export function startJob({ pool, log, clock, database }: JobDeps, job: Job<never>): BackgroundTask {
  const { name, emits, everyMs, concurrency, claims } = job;
  return startJobPoller({
    name,
    findWorkspacesWithWork: () => job.findWorkspaces(pool, clock.now()),
    work: (workspaceId) => {
      const open: OpenTx<never, EventDefinition> = (effect) =>
        database.transaction({ workspaceId, emits }, (tx) => effect(tx as unknown as Tx<never, EventDefinition>));
      return job.runInSteps ? job.runInSteps(open, workspaceId) : open((tx) => job.run(tx));
    },
    log,
    ...(everyMs !== undefined && { pollMs: everyMs }),
    ...(concurrency !== undefined && { concurrency }),
    ...(claims !== undefined && { claims }),
  });
}
