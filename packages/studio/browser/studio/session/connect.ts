import { ApiError, createClient } from "@offergraph/sdk";
import type { Level, Session } from "./context.js";

const levels: readonly string[] = ["READ", "WRITE", "ADMIN"] satisfies Level[];

/** Creates a studio session with an API key. If the key is invalid, throws the error that the API returned. */
export async function connect(url: string, key: string, signal: AbortSignal): Promise<Session> {
  const api = createClient({ url, key });
  try {
    // Finds the key's level: only keys with the level ADMIN may list webhook endpoints. The error for all other keys contains the key's
    // level.
    await api.listWebhookEndpoints({ first: 0 }, { fields: { rowId: true }, signal });
    return { api, level: "ADMIN" };
  } catch (error) {
    const held = error instanceof ApiError && error.code === "access_level_insufficient" ? error.errors[0]?.extensions?.held : undefined;
    if (typeof held !== "string" || !levels.includes(held)) throw error;
    return { api, level: held as Level };
  }
}
