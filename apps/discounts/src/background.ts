import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import type { Prisma } from "./generated/prisma/client.js";
import { startTransitions } from "./transitions/start.js";

/** Starts what runs beside the server. */
export function startBackground(parts: ServiceParts<ServiceSettings, Prisma.TransactionClient>): Background {
  return startTransitions(parts);
}
