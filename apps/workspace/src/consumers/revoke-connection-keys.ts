import { connectionRemoved } from "@offergraph/shared/contracts/events/discounts";
import { apiKeyRevoked } from "@offergraph/shared/contracts/events/workspace";
import { revokeConnectionKeys } from "../services/keys/keys.js";
import { defineConsumer } from "../tx.js";

export const revokeKeysOfConnection = defineConsumer({
  name: "revoke-connection-keys",
  events: [connectionRemoved],
  emits: [apiKeyRevoked],
  handle: (tx, { data }) => revokeConnectionKeys(tx, data.rowId),
});
