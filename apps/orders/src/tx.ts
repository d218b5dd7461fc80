import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import { consumerFor } from "@offergraph/service/tx/consumer";
import type * as jobs from "@offergraph/service/tx/job";
import { jobFor } from "@offergraph/service/tx/job";
import { type MutationOf, mutationFor } from "@offergraph/service/tx/mutation";
import type * as tx from "@offergraph/service/tx/tx";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { OrdersSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import type { MutationResolvers } from "./generated/types.js";

// The transaction types of packages/service, with this app's Prisma client as type argument.

export type Tx<Events extends EventDefinition = never> = tx.Tx<Prisma.TransactionClient, Events>;
export type OpenTx<Events extends EventDefinition = never> = jobs.OpenTx<Prisma.TransactionClient, Events>;
/** The part of a transaction that the functions in db/ use. */
export type Db = Pick<Tx, "sql" | "workspaceId" | "now">;
export type Deps = ServiceDeps<OrdersSettings, Prisma.TransactionClient>;

/** Type of a mutation's resolver. TypeScript infers arguments and payload. */
export type MutationField<Field extends keyof MutationResolvers> = MutationOf<MutationResolvers[Field]>;

export const mutation = mutationFor<Prisma.TransactionClient>();
export const defineConsumer = consumerFor<Prisma.TransactionClient>();
export const defineJob = jobFor<Prisma.TransactionClient>();
