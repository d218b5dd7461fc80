import { recordRequester } from "@offergraph/service/replicas/request";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import type { RegisteredJobRow } from "../../db/jobs.js";
import type { JobKind } from "../../generated/types.js";

type Deps = Pick<ServiceDeps<ServiceSettings, never>, "settings" | "nats" | "clock">;

/** Services that process jobs. */
const services = ["discounts"] as const;

/** Returns a lookup of jobs at the services that process them, for jobs whose events have not arrived yet. Takes at most 300 ms. */
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
