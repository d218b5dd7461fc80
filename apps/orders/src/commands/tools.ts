import type { WorkspaceReader } from "@offergraph/shared/database/workspace-reader";
import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Prisma } from "../generated/prisma/client.js";

/** Dependencies of the commands. */
export interface Tools {
  reader: WorkspaceReader;
  writer: WorkspaceWriter<Prisma.TransactionClient>;
  clock: Clock;
  reportingCurrency: string;
}
