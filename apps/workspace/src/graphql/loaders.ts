import { rowLoader } from "@offergraph/service/subgraph/reference";
import { readApiKeys } from "../db/api-keys.js";
import { readMembers } from "../db/members.js";
import type { Context } from "./context.js";

// Batch loaders: one statement per kind of record and request.

export const memberById = rowLoader("members", (context: Context, ids) => readMembers(context.read, ids));
export const apiKeyById = rowLoader("API keys", (context: Context, ids) => readApiKeys(context.read, ids));
