import type pg from "pg";
import { sql } from "../db/statement.js";
import type { RequestBase } from "../subgraph/context.js";
import type { ServiceDeps, ServiceSettings } from "../subgraph/run.js";
import type { Job } from "../tx/job.js";
import type { SqlTx, Tx } from "../tx/tx.js";
import type { Reference } from "./kinds.js";
import { OwnerUnavailable, type RequestRecords, recordRequester } from "./request.js";

// The table `workspace_lookups` contains the copied workspaces, with the time of their next lookup.

/** A service's local copy of the workspaces in the workspace service. */
export interface WorkspaceReplica<Prisma, Found = Reference<"workspace">> {
  /**
   * Asks the workspace service for a workspace. The job calls this function outside of a transaction. Returns undefined if the workspace
   * does not exist.
   */
  load(ask: RequestRecords, workspaceId: string): Promise<Found | undefined>;
  /** Stores the result of a lookup. Replaces the stored row, unless the stored row has a later `updatedAt`. */
  store(tx: Tx<Prisma>, found: Found): Promise<void>;
}

export async function loadWorkspace(ask: RequestRecords, workspaceId: string): Promise<Reference<"workspace"> | undefined> {
  return (await ask({ service: "workspace", kind: "workspace", workspaceId, wanted: {} }))[0];
}

type Deps = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "nats" | "clock" | "sightings" | "lookupTimeouts">;

// Maximum number of lookups per run of the job.
const batchSize = 20;
const retryMs = 30_000;
const refreshMs = 24 * 3_600_000;

/**
 * Returns the job that looks up each workspace on its first use, and once a day. Events update the local copies, and the lookups find
 * settings whose events were missed. After a failed lookup, the job repeats the lookup.
 */
export function lookUpWorkspaces<Prisma, Found>(deps: Deps, { load, store }: WorkspaceReplica<Prisma, Found>): Job<Prisma, []> {
  const { settings, nats, clock, sightings, lookupTimeouts } = deps;
  sightings.collect();
  return {
    name: "look up workspaces",
    emits: [],
    claims: true,
    async findWorkspaces(pool, now) {
      await sightings.flush((ids) => addWorkspaces(pool, ids, now));
      return nats.isConnected() ? claimDueWorkspaces(pool, now) : [];
    },
    async runInSteps(open, workspaceId) {
      const timeoutMs = lookupTimeouts.workspaceMs ?? 1_000;
      const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, timeoutMs });
      const found = await load(ask, workspaceId);
      await open(async (tx) => {
        if (found !== undefined) await store(tx, found);
        await postpone(tx, clock.now());
      });
      return true;
    },
  };
}

/** Returns a function that looks up a workspace immediately. If the workspace service does not reply, the function only logs a warning. */
export function workspaceFinder<Prisma, Found>(
  { settings, nats, clock, log }: Pick<ServiceDeps<ServiceSettings, Prisma>, "settings" | "nats" | "clock" | "log">,
  { load, store }: WorkspaceReplica<Prisma, Found>,
): (request: Pick<RequestBase, "principal" | "write">) => Promise<void> {
  const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock });
  return async ({ principal: { workspaceId }, write }) => {
    if (!nats.isConnected()) return;
    try {
      const found = await load(ask, workspaceId);
      if (found !== undefined) await write((tx) => store(tx as Tx<Prisma>, found));
    } catch (error) {
      if (!(error instanceof OwnerUnavailable)) throw error;
      log.warn({ workspaceId, reason: (error.cause as Error).message }, "workspace lookup failed: no reply from the workspace service");
    }
  };
}

async function addWorkspaces(pool: pg.Pool, ids: readonly string[], now: Date): Promise<void> {
  await pool.query(
    `INSERT INTO workspace_lookups (workspace_id, due_at) SELECT id, $2::timestamptz FROM unnest($1::uuid[]) AS seen(id) ORDER BY id
     ON CONFLICT DO NOTHING`,
    [ids, now.toISOString()],
  );
}

/**
 * Returns at most `batchSize` workspaces that are due for a lookup. Postpones the next lookup of these workspaces, so that other replicas
 * skip them.
 */
async function claimDueWorkspaces(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE workspace_lookups l SET due_at = $2::timestamptz WHERE l.workspace_id = ANY(ARRAY(
       SELECT d.workspace_id FROM workspace_lookups d WHERE d.due_at <= $1::timestamptz ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     )) RETURNING l.workspace_id AS id`,
    [now.toISOString(), new Date(now.getTime() + retryMs).toISOString(), batchSize],
  );
  return rows.map(({ id }) => id);
}

async function postpone(tx: SqlTx, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + refreshMs).toISOString();
  await tx.sql(sql`
    UPDATE workspace_lookups l SET due_at = ${dueAt}::timestamptz WHERE l.workspace_id = ${tx.workspaceId}::uuid`);
}
