import { deriveKey, signed } from "./principal.js";

/** Sender of a request without an API key, for example a browser with a form page. The gateway signs this data. */
export interface Visitor {
  address: string;
  requestId: string;
}

export const visitorHeader = "x-offergraph-visitor";

/** Signs and verifies a visitor. A signature is valid for 30 s. See `principalSigner`. */
export function visitorSigner(signingKey: string) {
  const { encode, seal, open } = signed<Visitor>(deriveKey(signingKey, "visitor"));
  return {
    sign: (visitor: Visitor, now: number): string => seal(encode(visitor, now), []),
    verify: (header: string | undefined, now: number): Visitor => open(header, now, []),
  };
}
