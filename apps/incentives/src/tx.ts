import { consumerFor } from "@offergraph/service/tx/consumer";
import { jobFor } from "@offergraph/service/tx/job";
import { type MutationOf, mutationFor } from "@offergraph/service/tx/mutation";
import type * as tx from "@offergraph/service/tx/tx";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Prisma } from "./generated/prisma/client.js";
import type { MutationResolvers } from "./generated/types.js";

// The transaction types of packages/service, with this app's Prisma client as type argument.

export type Tx<Events extends EventDefinition = never> = tx.Tx<Prisma.TransactionClient, Events>;
export type MutationTx<Events extends EventDefinition = never> = tx.MutationTx<Prisma.TransactionClient, Events>;
/** Type of a mutation's resolver, from which TypeScript infers arguments and payload. */
export type MutationField<Field extends keyof MutationResolvers> = MutationOf<MutationResolvers[Field]>;

export const mutation = mutationFor<Prisma.TransactionClient>();
export const defineConsumer = consumerFor<Prisma.TransactionClient>();
export const defineJob = jobFor<Prisma.TransactionClient>();

/** Fields of a transaction for functions that execute SQL. Functions that only read use `Read` and need no transaction. */
export type Db = Pick<Tx, "sql" | "workspaceId" | "now">;
/** Fields of a transaction for functions that use Prisma. */
export type PrismaDb = Pick<Tx, "prisma" | "workspaceId" | "now">;
