import type { Read } from "@offergraph/service/db/read";
import type { Prisma } from "../generated/prisma/client.js";

/** A transaction within one workspace: Prisma for writes, plain rows for reads. */
export interface Writing {
  readonly transaction: Prisma.TransactionClient;
  readonly read: Read;
  readonly workspaceId: string;
  readonly now: Date;
}
