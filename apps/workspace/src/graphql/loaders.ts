import { rowLoader } from "@offergraph/service/subgraph/reference";
import { readApiKeys } from "../db/api-keys.js";
import { readMembers } from "../db/members.js";
import type { Context } from "./context.js";

// Batch loaders of a request. Each loader reads all requested records of a kind with one statement.

export const memberById = rowLoader("members", (context: Context, ids) => readMembers(context.read, ids));
export const apiKeyById = rowLoader("API keys", (context: Context, ids) => readApiKeys(context.read, ids));
