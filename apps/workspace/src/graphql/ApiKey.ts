import { effectiveLevel } from "@offergraph/shared/access/api-key";
import type { ApiKeyRow } from "../db/rows.js";
import { stateOf } from "../domain/api-keys.js";
import type { ApiKeyResolvers } from "../generated/types.js";
import type { Context } from "./context.js";
import { apiKeyById, memberById } from "./loaders.js";

export const ApiKey: ApiKeyResolvers = {
  __resolveReference: ({ rowId }, context) => apiKeyById(context, rowId),
  endsWith: ({ suffix }) => suffix,
  memberId: ({ createdBy }) => createdBy,
  member: ({ createdBy }, _given, context) => memberById(context, createdBy),
  effectiveLevel: async (key, _given, context) => effectiveLevel(key.level, (await creatorOf(key, context)).role),
  state: async (key, _given, context) => stateOf(key, (await creatorOf(key, context)).removedAt === null, context.clock.now()),
};

async function creatorOf({ rowId, createdBy }: ApiKeyRow, context: Context) {
  const creator = await memberById(context, createdBy);
  if (!creator) throw new Error(`Invariant violated: the member who created API key ${rowId} does not exist.`);
  return creator;
}
