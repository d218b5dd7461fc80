import { deriveKey, signed } from "./principal.js";

/** Who sends a request without a key, as the gateway saw it: forms' pages and scripts do. */
export interface Visitor {
  /** The network address, as far as proxies are trusted. */
  address: string;
  requestId: string;
}

export const visitorHeader = "x-offergraph-visitor";

/** Makes the functions that sign and verify a visitor for 30 s, as `principalSigner` does for principals. */
export function visitorSigner(signingKey: string) {
  const { encode, seal, open } = signed<Visitor>(deriveKey(signingKey, "visitor"));
  return {
    sign: (visitor: Visitor, now: number): string => seal(encode(visitor, now), []),
    verify: (header: string | undefined, now: number): Visitor => open(header, now, []),
  };
}
