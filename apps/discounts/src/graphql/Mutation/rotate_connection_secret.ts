import { connectionUpdated } from "@offergraph/shared/contracts/events/discounts";
import { rotateSecret } from "../../services/connections/change-connection.js";
import { newSecret, sealSecret } from "../../services/stores/secrets.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

export const rotate_connection_secret: MutationField<"rotate_connection_secret"> = mutation(
  { emits: [connectionUpdated], secrets: ["secret"] },
  async (tx, { input }, { storeSettings }: Context) => {
    const secret = newSecret();
    const connection = await rotateSecret(tx, input.connectionId, (id) => sealSecret(storeSettings.secretKey, id, secret));
    return { connection, secret };
  },
);
