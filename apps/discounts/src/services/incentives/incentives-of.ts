import type { Reference, ReferenceKind } from "@offergraph/service/replicas/kinds";
import { OwnerUnavailable, recordRequester } from "@offergraph/service/replicas/request";
import type { Question } from "@offergraph/service/replicas/signer";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";

export type NamedIncentive = Reference<"incentive_of_code">;
export type IncentiveOfCode = Reference<"incentives_of_codes">;

/**
 * Lookups of incentives that use discount codes or connections. The lookups ignore archived incentives. Undefined means that the incentives
 * service did not respond.
 */
export interface IncentiveLookups {
  /** Finds up to two incentives that give this discount code. */
  ofCode(workspaceId: string, discountCodeId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Finds up to two incentives that use this connection. */
  ofConnection(workspaceId: string, connectionId: string): Promise<readonly NamedIncentive[] | undefined>;
  /** Finds the discount codes that incentives give. Returns one incentive per discount code. Accepts at most 1000 discount codes. */
  ofCodes(workspaceId: string, discountCodeIds: readonly string[]): Promise<readonly IncentiveOfCode[] | undefined>;
}

type Deps = Pick<ServiceDeps<ServiceSettings, never>, "settings" | "nats" | "log" | "clock">;

/** Queries the incentives service, because a local copy could lack a new incentive. The timeout is 300 ms. */
export function incentivesFinder({ settings, nats, log, clock }: Deps): IncentiveLookups {
  const request = recordRequester({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock });
  const ask = async <Kind extends ReferenceKind>(question: Question<Kind>) => {
    try {
      return await request(question);
    } catch (error) {
      if (!(error instanceof OwnerUnavailable)) throw error;
      const { workspaceId } = question;
      log.warn({ workspaceId, reason: (error.cause as Error).message }, "Incentive lookup failed");
      return undefined;
    }
  };
  const service = "incentives";
  return {
    ofCode: (workspaceId, discountCodeId) => ask({ service, kind: "incentive_of_code", workspaceId, wanted: { discountCodeId } }),
    ofConnection: (workspaceId, connectionId) => ask({ service, kind: "incentive_of_connection", workspaceId, wanted: { connectionId } }),
    ofCodes: async (workspaceId, ids) =>
      ids.length === 0 ? [] : ask({ service, kind: "incentives_of_codes", workspaceId, wanted: { discountCodeIds: [...ids] } }),
  };
}
