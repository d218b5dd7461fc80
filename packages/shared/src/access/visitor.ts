import { deriveKey, signed } from "./principal.js";

/** The sender of a request without an API key, for example the browser that shows a form. The gateway signs this object. */
export interface Visitor {
  address: string;
  requestId: string;
}

export const visitorHeader = "x-offergraph-visitor";

/** Signs and verifies the data of a visitor. A signature is valid for 30 s. See `principalSigner`. */
export function visitorSigner(signingKey: string) {
  const { encode, seal, open } = signed<Visitor>(deriveKey(signingKey, "visitor"));
  return {
    sign: (visitor: Visitor, now: number): string => seal(encode(visitor, now), []),
    verify: (header: string | undefined, now: number): Visitor => open(header, now, []),
  };
}
