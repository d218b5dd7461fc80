import { consumerFor } from "@offergraph/service/tx/consumer";
import { jobFor } from "@offergraph/service/tx/job";
import { type MutationOf, mutationFor } from "@offergraph/service/tx/mutation";
import type * as tx from "@offergraph/service/tx/tx";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Prisma } from "./generated/prisma/client.js";
import type { MutationResolvers } from "./generated/types.js";

export type { SqlTx } from "@offergraph/service/tx/tx";
export type Tx<Events extends EventDefinition = never> = tx.Tx<Prisma.TransactionClient, Events>;
export type MutationTx<Events extends EventDefinition = never> = tx.MutationTx<Prisma.TransactionClient, Events>;
/** Resolver type of a mutation field. TypeScript infers the types of the arguments and the payload. */
export type MutationField<Field extends keyof MutationResolvers> = MutationOf<MutationResolvers[Field]>;

export const mutation = mutationFor<Prisma.TransactionClient>();
export const defineConsumer = consumerFor<Prisma.TransactionClient>();
export const defineJob = jobFor<Prisma.TransactionClient>();

/** The properties of a transaction that SQL statements with a timestamp use. */
export type TimedTx = Pick<Tx, "sql" | "workspaceId" | "now">;
