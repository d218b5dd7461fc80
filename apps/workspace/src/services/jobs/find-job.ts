import { recordRequester } from "@offergraph/service/replicas/request";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import type { RegisteredJobRow } from "../../db/jobs.js";
import type { JobKind } from "../../generated/types.js";

type Deps = Pick<ServiceDeps<ServiceSettings, never>, "settings" | "nats" | "clock">;

/** Services that process jobs. */
const services = ["discounts"] as const;

/**
 * Returns a function that looks up a job at the services that process jobs, because the job's event may not have arrived yet. A lookup
 * takes at most 300 ms.
 */
export function jobFinder({ settings, nats, clock }: Deps) {
  const request = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock });
  return async (workspaceId: string, id: string): Promise<RegisteredJobRow | undefined> => {
    for (const service of services) {
      const [record] = await request({ service, kind: "job", workspaceId, wanted: { id } });
      if (record) return { ...record, kind: record.kind as JobKind, workspaceId, service };
    }
    return undefined;
  };
}
