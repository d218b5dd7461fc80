import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { connectionAdded } from "@offergraph/shared/contracts/events/discounts";
import { readConnectionIdBySlug, readConnections } from "../../db/connections.js";
import { addUnlessTaken, connectionLimitProblem, slugTaken } from "../../services/connections/add-connection.js";
import { checkGivenEndpoint, problemOfEndpoint } from "../../services/connections/check-endpoint.js";
import { newSecret, sealSecret } from "../../services/stores/secrets.js";
import { type MutationField, mutation } from "../../tx.js";
import type { Context } from "../context.js";

const slugPath = ["input", "slug"];

export const create_connection: MutationField<"create_connection"> = mutation(
  {
    emits: [connectionAdded],
    secrets: ["secret"],
    prepare: ({ input }, { storeSettings }: Context) => problemOfEndpoint(input.endpoint, storeSettings),
  },
  async (tx, { input }, { principal, storeSettings }, problem) => {
    const { provider, endpoint = null } = input;
    const slug = input.slug ?? undefined;
    checkGivenEndpoint(provider, endpoint, problem, tx.errors);
    if (slug !== undefined && !tx.errors.has(slugPath) && (await readConnectionIdBySlug(tx, slug)))
      tx.errors.add(slugPath, "TAKEN", slugTaken(slug));
    const limitProblem = await connectionLimitProblem(tx);
    if (limitProblem !== undefined) tx.errors.add(["input"], "LIMIT_EXCEEDED", limitProblem);
    tx.check();
    const secret = provider === "http" ? newSecret() : null;
    const encryptFor = (id: string) => secret && sealSecret(storeSettings.secretKey, id, secret);
    const added = { name: input.name.trim(), slug, provider, endpoint, encryptFor, isTest: principal.isTest };
    const rowId = await addUnlessTaken(tx, added);
    if (rowId === undefined) return rejectWith(tx, slugPath, "TAKEN", slugTaken(slug));
    const [connection] = await readConnections(tx.sql, [rowId]);
    if (!connection) throw new Error(`Invariant violated: connection ${rowId} not found after insert.`);
    return { connection, secret };
  },
);
