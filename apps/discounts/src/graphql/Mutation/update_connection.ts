import { connectionUpdated } from "@offergraph/shared/contracts/events/discounts";
import { changeConnection } from "../../services/connections/change-connection.js";
import { problemOfEndpoint } from "../../services/connections/check-endpoint.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const update_connection: MutationField<"update_connection"> = mutation(
  {
    emits: [connectionUpdated],
    prepare: ({ input }, { storeSettings }: Context) => problemOfEndpoint(input.endpoint, storeSettings),
  },
  async (tx, { input }, _context, problem) => {
    const { connectionId, name, endpoint } = input;
    return { connection: await changeConnection(tx, connectionId, { name: name ?? undefined, endpoint: endpoint ?? undefined, problem }) };
  },
);
