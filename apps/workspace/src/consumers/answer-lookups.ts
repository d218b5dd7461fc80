import type { Read } from "@offergraph/service/db/read";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import type { BackgroundTask, ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readWorkspace } from "../db/workspaces.js";
import { readBrandRecord, readLogoRecord } from "../services/brand/brand.js";

type Deps = Pick<ServiceDeps<ServiceSettings, unknown>, "settings" | "database" | "nats" | "log" | "clock">;

/** Responds to lookups of settings, brands and logos. */
export function answerLookups({ settings, database, nats, log, clock }: Deps): BackgroundTask {
  const within =
    (workspaceId: string): Read =>
    (statement) =>
      database.read(workspaceId, statement);
  return startReplicaResponder({
    ...{ nats, service: "workspace", signingKey: settings.GATEWAY_SIGNING_KEY, log, clock },
    answers: {
      async workspace(workspaceId) {
        const read = within(workspaceId);
        const found = await readWorkspace(read);
        return found ? [{ settings: found, brand: await readBrandRecord(read) }] : [];
      },
      brand_logo: async (workspaceId) => {
        const logo = await readLogoRecord(within(workspaceId), workspaceId);
        return logo ? [logo] : [];
      },
    },
  });
}
