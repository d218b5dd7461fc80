import { ReferenceUnavailable, referenceAsker } from "@offergraph/shared/references/ask";
import type { Reference } from "@offergraph/shared/references/kinds";
import type { ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import type { Prisma } from "../generated/prisma/client.js";

/** An incentive that is not archived. */
export type NamedIncentive = Reference<"incentive_of_code">;

/** Finds the incentives of a workspace that are not archived and give a discount code, two at most; undefined when incentives gives no answer. */
export type FindIncentivesOf = (workspaceId: string, discountCodeId: string) => Promise<readonly NamedIncentive[] | undefined>;

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "settings" | "nats" | "log" | "clock">;

/**
 * Asks incentives, which owns the rules, each time: an event could be on its way still that tells of a rule. It may take 300 ms, so ask before
 * `mutate`.
 */
export function incentivesFinder({ settings, nats, log, clock }: Parts): FindIncentivesOf {
  const ask = referenceAsker({ nats, signingKey: settings.GATEWAY_SIGNING_KEY, clock });
  return async (workspaceId, discountCodeId) => {
    try {
      return await ask({ service: "incentives", kind: "incentive_of_code", workspaceId, wanted: { discountCodeId } });
    } catch (error) {
      if (!(error instanceof ReferenceUnavailable)) throw error;
      log.warn({ workspaceId, reason: (error.cause as Error).message }, "incentives of a discount code cannot be looked up");
      return undefined;
    }
  };
}
