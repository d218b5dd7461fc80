import type { WorkspaceWriter } from "@offergraph/service/db/write";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Prisma } from "../generated/prisma/client.js";

/** Dependencies of the commands. */
export interface Tools {
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  clock: Clock;
}
