import { readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const storeEnv = {
  GATEWAY_SIGNING_KEY: serviceEnv.GATEWAY_SIGNING_KEY,
  /** 1: stores may have http endpoints and loopback or private addresses. */
  OUTBOUND_ALLOW_PRIVATE: z.enum(["0", "1"]).default("0"),
  /** What the secrets of connections are sealed with, 32 characters or more; without it a key is derived from GATEWAY_SIGNING_KEY. */
  CONNECTION_SECRET_KEY: z.string().min(32).optional(),
};

const sandboxEnv = {
  /** Where the sandbox store is, and what it signs with: npm start and the root CLI say so. */
  SANDBOX_STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_STORE_SECRET: z.string().optional(),
};

/** The settings of the service. Throws an Error that lists every finding. */
export function discountsEnv(source: NodeJS.ProcessEnv) {
  return readEnv({ ...serviceEnv, ...storeEnv }, source);
}

export type DiscountsSettings = ReturnType<typeof discountsEnv>;

/** The further settings of admin commands that deal with stores. */
export function storeAdminEnv(source: NodeJS.ProcessEnv) {
  return readEnv({ ...storeEnv, ...sandboxEnv }, source);
}
