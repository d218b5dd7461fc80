import { consumerFor } from "@offergraph/service/tx/consumer";
import { jobFor } from "@offergraph/service/tx/job";
import type * as tx from "@offergraph/service/tx/tx";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Prisma } from "./generated/prisma/client.js";

// The runtime's transactions with this service's Prisma client.

export type { SqlTx } from "@offergraph/service/tx/tx";
export type Tx<Events extends EventDefinition = never> = tx.Tx<Prisma.TransactionClient, Events>;

export const defineConsumer = consumerFor<Prisma.TransactionClient>();
export const defineJob = jobFor<Prisma.TransactionClient>();
