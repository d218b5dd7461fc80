import { ApiError, createClient } from "@offergraph/sdk";
import type { Level, Session } from "./context.js";

const levels: readonly string[] = ["READ", "WRITE", "ADMIN"] satisfies Level[];

/** Creates a session with a key. Throws the error of the API if the key is invalid. */
export async function connect(url: string, key: string, signal: AbortSignal): Promise<Session> {
  const api = createClient({ url, key });
  try {
    // Only keys with the level ADMIN may read this list. The error for other keys contains the level of the key.
    await api.listWebhookEndpoints({ first: 0 }, { fields: { rowId: true }, signal });
    return { api, level: "ADMIN" };
  } catch (error) {
    const held = error instanceof ApiError && error.code === "access_level_insufficient" ? error.errors[0]?.extensions?.held : undefined;
    if (typeof held !== "string" || !levels.includes(held)) throw error;
    return { api, level: held as Level };
  }
}
