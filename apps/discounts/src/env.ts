import { deriveKey } from "@offergraph/shared/access/principal";
import { outboundEnv, readEnv, serviceEnv } from "@offergraph/shared/env/read-env";
import { z } from "zod";

const storeEnv = {
  GATEWAY_SIGNING_KEY: serviceEnv.GATEWAY_SIGNING_KEY,
  ...outboundEnv,
};

const sandboxEnv = {
  /** URL and signing secret of the sandbox store. `npm start` and the root CLI set the variables of the sandbox store. */
  SANDBOX_STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANDBOX_STORE_SECRET: z.string().optional(),
};

/** Throws an Error that lists all problems. */
export function discountsEnv(source: NodeJS.ProcessEnv) {
  return readEnv({ ...serviceEnv, ...storeEnv }, source);
}

export type DiscountsSettings = ReturnType<typeof discountsEnv>;

export function storeAdminEnv(source: NodeJS.ProcessEnv) {
  return readEnv({ ...storeEnv, ...sandboxEnv }, source);
}

/** Returns the settings of store connections. `allowPrivate` allows http endpoints and loopback or private addresses. */
export function storeSettings({ GATEWAY_SIGNING_KEY, OUTBOUND_ALLOW_PRIVATE, CONNECTION_SECRET_KEY }: StoreEnv) {
  const secretKey = deriveKey(CONNECTION_SECRET_KEY ?? GATEWAY_SIGNING_KEY, "connection-secret");
  return { allowPrivate: OUTBOUND_ALLOW_PRIVATE === "1", secretKey };
}

type StoreEnv = Pick<DiscountsSettings, "GATEWAY_SIGNING_KEY" | "OUTBOUND_ALLOW_PRIVATE" | "CONNECTION_SECRET_KEY">;
export type StoreSettings = ReturnType<typeof storeSettings>;
