import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { serviceEnv } from "@offergraph/shared/env/read-env";
import type { WarningKind } from "@offergraph/shared/errors/warning";
import { createLogger, type Logger } from "@offergraph/shared/log/logger";
import { collectGarbageLater } from "@offergraph/shared/process/heap-growth";
import { readinessCheck } from "@offergraph/shared/process/readiness-check";
import { startWatchdog } from "@offergraph/shared/process/watchdog";
import type { ManifestInput } from "@offergraph/shared/schema/manifest";
import { createMetrics, type Metrics } from "@offergraph/shared/telemetry/metrics";
import { startTelemetry } from "@offergraph/shared/telemetry/start-telemetry";
import { type Clock, systemClock } from "@offergraph/shared/time/clock";
import type { SqlDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import type pg from "pg";
import type { z } from "zod";
import { auditJob } from "../audit/collect.js";
import type { AuditPlan } from "../audit/plan.js";
import { assertMigrated, migrate } from "../db/migrate.js";
import { assertDatabase, createPool } from "../db/pool.js";
import { startStatistics } from "../db/statistics.js";
import { connectNats, type NatsClient } from "../messaging/connection.js";
import { type EventSigner, eventSigner } from "../messaging/signer.js";
import { assertListed, readConsumers } from "../messaging/topology.js";
import { BulkWrites } from "../outbox/bulk-writes.js";
import { type Relay, startRelay } from "../outbox/relay.js";
import { announceSchema, type Registration } from "../registry/registration.js";
import type { LookupTimeouts } from "../replicas/request.js";
import { WorkspaceSightings } from "../replicas/workspace-sightings.js";
import { watchService } from "../telemetry/watch-service.js";
import { BatchSizes } from "../tx/batch-sizes.js";
import { type Consumer, startDefinedConsumer } from "../tx/consumer.js";
import { createDatabase, type Database } from "../tx/database.js";
import type { FindLaterWork } from "../tx/dry-run.js";
import { type Job, startJob } from "../tx/job.js";
import type { RequestBase } from "./context.js";
import { leaveRegistry, register } from "./register.js";
import type { Route } from "./routes.js";
import { type Subgraph, startSubgraph } from "./server.js";

/** Settings of every service, as returned by `readEnv(serviceEnv, …)`. */
export type ServiceSettings = z.infer<z.ZodObject<typeof serviceEnv>>;

export interface BackgroundTask {
  stop(): Promise<void>;
}

export interface ServiceDeps<Settings, Prisma> {
  settings: Settings;
  pool: pg.Pool;
  database: Database<Prisma>;
  nats: NatsClient;
  /** Signs emitted events, and verifies the signatures of consumed events. */
  signer: EventSigner;
  relay: Relay;
  /** Collects the ids of the workspaces that this process uses for the first time. */
  sightings: WorkspaceSightings;
  batchSizes: BatchSizes;
  bulkWrites: BulkWrites;
  lookupTimeouts: LookupTimeouts;
  metrics: Metrics;
  log: Logger;
  clock: Clock;
}

export interface Background<Prisma> {
  consumers?: readonly Consumer<Prisma>[];
  jobs?: readonly Job<Prisma>[];
  tasks?: readonly BackgroundTask[];
}

/** `Prisma` is the type `Prisma.TransactionClient` of the app's Prisma client. */
export interface Service<Settings extends ServiceSettings, Context extends RequestBase, Prisma> {
  name: string;
  /** The app's directory with schema.graphql and prisma/migrations. */
  directory: URL;
  resolvers: object;
  /** Reads the environment variables (see `readEnv`). */
  readSettings(source: NodeJS.ProcessEnv): Settings;
  createClient(adapter: SqlDriverAdapterFactory): object;
  /** Runs once when the process starts. The returned function creates the app's GraphQL context for each request. */
  createContext(settings: Settings, parts: ServiceDeps<Settings, Prisma>): (base: RequestBase) => Context;
  /** Metadata for the gateway: public routes, state transitions, prompts and resources. */
  manifest: ManifestInput;
  /** All events of the service: `Object.values` of the module that defines the events. */
  events: readonly EventDefinition[];
  /** The tables of the audit log. If the plan is absent, as in tests, the recorded changes stay in the service's database. */
  audit?: AuditPlan;
  /**
   * Kinds of warnings that the service's jobs have (see `Progress.warnings`). The API reference lists the kinds of job warnings at the
   * operation `get_job`.
   */
  jobWarnings?: readonly WarningKind[];
  /** Only tests set timeouts. */
  lookupTimeouts?: LookupTimeouts;
  routes?(parts: ServiceDeps<Settings, Prisma>): readonly Route[];
  /** In a dry run, finds the work that jobs and consumers would do after the mutation. */
  findLaterWork?: FindLaterWork;
  /** Returns the consumers, jobs and tasks, which start before the server and stop after the server. */
  background?(parts: ServiceDeps<Settings, Prisma>): Background<Prisma>;
}

export interface RunningService<Settings, Prisma> extends Subgraph {
  parts: ServiceDeps<Settings, Prisma>;
}

/**
 * Starts a service: the database, NATS, the outbox relay, the background work and the server. `stop` stops all parts of the service in
 * reverse order and waits for running work.
 */
export async function startService<Settings extends ServiceSettings, Context extends RequestBase, Prisma>(
  service: Service<Settings, Context, Prisma>,
  source: NodeJS.ProcessEnv,
  clock: Clock = systemClock,
): Promise<RunningService<Settings, Prisma>> {
  const { name, directory, resolvers, lookupTimeouts = {} } = service;
  const settings = service.readSettings(source);
  const log = createLogger(name, settings.LOG_LEVEL);
  const pool = poolOf(name, settings, log);
  const metrics = createMetrics(name);
  const disposers: (() => Promise<unknown>)[] = [() => pool.end()];
  const stop = async () => {
    for (let dispose = disposers.pop(); dispose; dispose = disposers.pop()) await dispose();
  };
  try {
    const telemetry = await startTelemetry({ service: name, settings, metrics });
    disposers.push(() => telemetry.stop());
    const nats = connectNats({ url: settings.NATS_URL, name: `offergraph-${name}`, log });
    disposers.push(() => nats.close());
    const sdl = readFileSync(new URL("schema.graphql", directory), "utf8");
    if (settings.SERVICE_URL) void announceSchema({ nats, service: name, log }, sdl);
    await prepareDatabase(pool, directory, settings, log);
    disposers.push(startStatistics({ pool, log }).stop);
    watchService({ metrics, service: name, pool, nats });
    const signer = eventSigner(settings.EVENT_SIGNING_KEY ?? settings.GATEWAY_SIGNING_KEY);
    const { see, bulkWrites, ...workspaces } = followWorkspaces();
    const relay = startRelay({ pool, nats, service: name, signer, log, bulkWrites, keepDays: settings.OUTBOX_KEEP_DAYS });
    disposers.push(() => relay.stop());
    const createClient = (adapter: SqlDriverAdapterFactory) => service.createClient(adapter);
    const database = createDatabase<Prisma>({ pool, createClient, log, clock, notify: () => relay.notify(), see });
    const parts = { settings, pool, database, nats, signer, relay, bulkWrites, ...workspaces, lookupTimeouts, metrics, log, clock };
    const background = service.background?.(parts) ?? {};
    const { tasks = [] } = background;
    disposers.push(() => Promise.all(tasks.map((task) => task.stop())));
    // Consumers and jobs stop before the tasks, because they may use a task such as a thread pool.
    const consumersAndJobs = startConsumersAndJobs(service, parts, background);
    disposers.push(() => Promise.all(consumersAndJobs.map((one) => one.stop())));
    const createContext = service.createContext(settings, parts);
    const isDatabaseReady = readinessCheck(() => pool.query("SELECT 1"));
    let registration: Registration | undefined;
    const subgraph = await startSubgraph({
      name,
      sdl,
      manifest: service.manifest,
      events: service.events,
      jobWarnings: service.jobWarnings,
      resolvers,
      env: settings,
      log,
      clock,
      database: database as Database<never>,
      metrics,
      prepare(base) {
        see(base.principal.workspaceId);
        return createContext(base);
      },
      routes: service.routes?.(parts) ?? [],
      findLaterWork: service.findLaterWork,
      isReady: async () => ({
        database: await isDatabaseReady(),
        nats: nats.isConnected(),
        ...(settings.SERVICE_URL && { registry: registration?.isRegistered() ?? false }),
      }),
    });
    disposers.push(() => subgraph.stop());
    registration = register(service, parts, sdl, subgraph);
    disposers.push(async () => registration && leaveRegistry(registration, subgraph));
    return { ...subgraph, stop, parts };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** `see` gets the workspace id of each GraphQL request and transaction. */
function followWorkspaces() {
  const [sightings, batchSizes, bulkWrites] = [new WorkspaceSightings(), new BatchSizes(), new BulkWrites()];
  const see = (workspaceId: string) => {
    sightings.see(workspaceId);
    batchSizes.note(workspaceId);
  };
  return { sightings, batchSizes, bulkWrites, see };
}

function poolOf(service: string, settings: ServiceSettings, log: Logger): pg.Pool {
  return createPool({
    connectionString: settings.DATABASE_URL,
    max: settings.DATABASE_POOL,
    connectionTimeout: settings.DATABASE_WAIT_MS,
    applicationName: `offergraph-${service}`,
    log,
  });
}

/** Applies the migrations, or throws an error if a migration is pending and the service must not apply it. */
async function prepareDatabase(pool: pg.Pool, directory: URL, settings: ServiceSettings, log: Logger): Promise<void> {
  await assertDatabase(pool);
  const migrationsDirectory = fileURLToPath(new URL("prisma/migrations", directory));
  if (settings.MIGRATE_AT_START === "1") await migrate({ connectionString: settings.DATABASE_URL, migrationsDirectory, log });
  else await assertMigrated(pool, migrationsDirectory);
}

function startConsumersAndJobs<Settings, Prisma>(
  { name: service, directory, audit }: { name: string; directory: URL; audit?: AuditPlan },
  parts: ServiceDeps<Settings, Prisma>,
  { consumers = [], jobs = [] }: Background<Prisma>,
): BackgroundTask[] {
  const deps = parts as ServiceDeps<Settings, never>;
  const listed = consumers.length > 0 ? readConsumers(directory) : {};
  for (const { name, events } of consumers) assertListed(service, listed, { name, producer: events[0].service });
  const started = consumers.map((consumer) => startDefinedConsumer(service, deps, consumer as Consumer<never>));
  const allJobs: readonly Job<never>[] = [...(jobs as readonly Job<never>[]), ...(audit ? [auditJob<never>(audit)] : [])];
  return [...started, ...allJobs.map((job) => startJob(deps, job))];
}

/**
 * Entry point of an app: starts the service. On SIGTERM or SIGINT, waits for running work, then exits with code 0. If the service cannot
 * start, exits with code 1.
 */
export async function runService<Settings extends ServiceSettings, Context extends RequestBase, Prisma>(
  service: Service<Settings, Context, Prisma>,
): Promise<void> {
  collectGarbageLater();
  try {
    const running = await startService(service, process.env);
    const { log, settings } = running.parts;
    startWatchdog({ service: service.name, silenceSeconds: settings.EVENT_LOOP_TIMEOUT_SECONDS });
    const end = (signal: NodeJS.Signals) => {
      log.info({ signal }, "stopping");
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.fatal({ err: error }, "stop failed");
          process.exit(1);
        },
      );
    };
    process.once("SIGTERM", end).once("SIGINT", end);
    log.info({ url: running.url, metricsUrl: running.metricsUrl }, "ready");
  } catch (error) {
    createLogger(service.name, "info").fatal({ err: error }, "start failed");
    process.exit(1);
  }
}
