import "server-only";
import { z } from "zod";

const variables = z.object({
  OFFERGRAPH_URL: z.url(),
  OFFERGRAPH_KEY: z.string().min(1),
  OFFERGRAPH_STORE_KEY: z.string().min(1),
  OFFERGRAPH_PUBLIC_KEY: z.string().min(1),
  SHOP_DATA: z.string().optional(),
});

function read() {
  const { success, data, error } = variables.safeParse(process.env);
  if (!success) throw new Error(`Some settings in .env.local are missing or invalid:\n${z.prettifyError(error)}`);
  return {
    url: data.OFFERGRAPH_URL,
    key: data.OFFERGRAPH_KEY,
    storeKey: data.OFFERGRAPH_STORE_KEY,
    publicKey: data.OFFERGRAPH_PUBLIC_KEY,
    folder: data.SHOP_DATA || "data",
  };
}

let settings: ReturnType<typeof read> | undefined;

/** Returns the settings that `.env.example` lists. Reads the settings on the first call, because they are missing during `next build`. */
export function getSettings(): ReturnType<typeof read> {
  settings ??= read();
  return settings;
}
