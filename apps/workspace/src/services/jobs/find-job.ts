import { recordRequester } from "@offergraph/service/replicas/request";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import type { RegisteredJobRow } from "../../db/rows.js";
import type { JobKind } from "../../generated/types.js";
import { jobEvents } from "./job-events.js";

type Deps = Pick<ServiceDeps<ServiceSettings, never>, "settings" | "nats" | "clock">;

const services = Object.keys(jobEvents) as (keyof typeof jobEvents)[];

/**
 * Returns a function that looks up a job in other services, because the registry may receive the event about the job late. A lookup takes
 * at most 300 ms. If a service is unavailable and no other service has the job, throws the service's error.
 */
export function jobFinder(
  { settings, nats, clock }: Deps,
  request = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock }),
) {
  return async (workspaceId: string, id: string): Promise<RegisteredJobRow | undefined> => {
    const answers = await Promise.allSettled(
      services.map(async (service) => {
        const [record] = await request({ service, kind: "job", workspaceId, wanted: { id } });
        return record && { ...record, kind: record.kind as JobKind, workspaceId, service };
      }),
    );
    const found = answers.find((answer) => answer.status === "fulfilled" && answer.value !== undefined);
    const settled = found ?? answers.find(({ status }) => status === "rejected");
    if (settled?.status === "rejected") throw settled.reason;
    return settled?.value;
  };
}
