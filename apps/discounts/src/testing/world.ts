import type { RunningService } from "@offergraph/shared/subgraph/run";
import { type World as ServiceWorld, startServiceWorld } from "@offergraph/shared/testing/world";
import { type BackgroundOptions, startBackground } from "../background.js";
import type { DiscountsSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { FindIncentivesOf } from "../references/incentives-of.js";
import { service, serviceWith } from "../service.js";

export type { Client, UserError } from "@offergraph/shared/testing/world";
export type Replica = RunningService<DiscountsSettings, Prisma.TransactionClient>;
export type World = ServiceWorld<Replica>;

/** A workspace without incentives, for the tests that delete codes and are not about that. */
const noIncentives: FindIncentivesOf = async () => [];

/**
 * The service as it runs, on a database of its own, while NATS is away unless `settings`, which stand beside the usual ones,
 * say where it is; `background`: what runs beside the server, otherwise than usual. No incentive gives a code, unless `asksIncentives`.
 */
export const startWorld = (
  adminUrl: string,
  settings: Record<string, string> = {},
  background: BackgroundOptions = {},
  asksIncentives = false,
): Promise<World> => {
  const started = asksIncentives ? service : serviceWith(() => noIncentives);
  return startServiceWorld({ ...started, startBackground: (parts) => startBackground(parts, background) }, adminUrl, settings);
};
