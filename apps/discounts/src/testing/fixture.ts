import type { RunningService } from "@offergraph/service/subgraph/run";
import { type Fixture as ServiceFixture, startServiceFixture } from "@offergraph/testkit/fixture";
import { type BackgroundOptions, background as backgroundOf } from "../background.js";
import type { DiscountsSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { service, serviceWith } from "../service.js";
import type { IncentiveLookups } from "../services/incentives/incentives-of.js";

export type { Client, UserError } from "@offergraph/testkit/fixture";
export type Replica = RunningService<DiscountsSettings, Prisma.TransactionClient>;
export type Fixture = ServiceFixture<Replica>;

/** Lookups that find no incentives, so that tests can delete codes and connections. */
const noIncentives: IncentiveLookups = { ofCode: async () => [], ofConnection: async () => [], ofCodes: async () => [] };

/**
 * Starts the service with its own database. `settings` override the defaults. The service uses NATS only if `settings` contain the URL of
 * NATS. `background` overrides consumers and jobs. If `asksIncentives` is false, lookups of incentives find nothing.
 */
export const startFixture = (
  adminUrl: string,
  settings: Record<string, string> = {},
  background: BackgroundOptions = {},
  asksIncentives = false,
): Promise<Fixture> => {
  const started = asksIncentives ? service : serviceWith(() => noIncentives);
  return startServiceFixture({ ...started, background: (deps) => backgroundOf(deps, background) }, adminUrl, settings);
};
