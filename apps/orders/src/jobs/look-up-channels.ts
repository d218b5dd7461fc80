import { readBackfill, readWorkspacesToBackfill, recordBackfill } from "@offergraph/service/jobs/backfill";
import { OwnerUnavailable, recordRequester } from "@offergraph/service/replicas/request";
import { channelBackfills } from "../services/channels/backfill.js";
import { type Deps, defineJob } from "../tx.js";

/** Maximum number of workspaces per round. Limits the delay of the job if other services do not reply. */
const maxWorkspaces = 10;

/** Runs the backfills that look up records of other services. Tries again later if a service does not reply. */
export function lookUpChannels({ settings, nats, clock }: Pick<Deps, "settings" | "nats" | "clock">) {
  const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock, timeoutMs: 1_000 });
  const names = Object.keys(channelBackfills);
  return defineJob({
    name: "look up channels",
    everyMs: 5_000,
    emits: [],
    findWorkspaces: async (pool) => (nats.isConnected() ? readWorkspacesToBackfill(pool, names, maxWorkspaces) : []),
    async runInSteps(open, workspaceId) {
      const due = await open((tx) => readBackfill(tx, names));
      const lookUp = due && channelBackfills[due.name];
      if (!lookUp) return false;
      try {
        const { after, store } = await lookUp(ask, workspaceId, due.after);
        await open(async (tx) => {
          await store(tx);
          await recordBackfill(tx, due.name, after);
        });
        return true;
      } catch (error) {
        if (error instanceof OwnerUnavailable) return false;
        throw error;
      }
    },
  });
}
