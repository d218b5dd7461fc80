import type { WorkspaceWriter } from "@offergraph/service/db/write";
import type { Clock } from "@offergraph/shared/time/clock";
import type { Prisma } from "../generated/prisma/client.js";
import { grantWithin } from "../services/granting/write.js";
import type { Seeding } from "./seed.js";

/** Creates the transactions of a demo. */
export function seedWrites(
  { writer, clock }: { writer: WorkspaceWriter<Prisma.TransactionClient>; clock: Clock },
  workspaceId: string,
): Seeding["write"] {
  return (effect) =>
    writer.write(workspaceId, (transaction) =>
      grantWithin(transaction, { workspaceId }, clock.now(), (write) => effect({ ...write, transaction })),
    );
}
