import type { Reference } from "@offergraph/service/replicas/kinds";
import { OwnerUnavailable, recordRequester } from "@offergraph/service/replicas/request";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";

export type NamedIncentive = Reference<"incentive_of_code">;

/** Finds up to two incentives that give a discount code and are not archived. */
export type FindIncentivesOf = (workspaceId: string, discountCodeId: string) => Promise<readonly NamedIncentive[] | undefined>;

type Deps = Pick<ServiceDeps<ServiceSettings, never>, "settings" | "nats" | "log" | "clock">;

/** Queries the incentives service, because a local copy could lack a new rule. Returns undefined if there is no response within 300 ms. */
export function incentivesFinder({ settings, nats, log, clock }: Deps): FindIncentivesOf {
  const ask = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock });
  return async (workspaceId, discountCodeId) => {
    try {
      return await ask({ service: "incentives", kind: "incentive_of_code", workspaceId, wanted: { discountCodeId } });
    } catch (error) {
      if (!(error instanceof OwnerUnavailable)) throw error;
      log.warn({ workspaceId, reason: (error.cause as Error).message }, "Incentive lookup failed");
      return undefined;
    }
  };
}
