import { StoreError } from "./store.js";

// Temporary failures of the store or a proxy; retrying may help.
const passing = new Set([408, 425, 429]);

export function errorOfStatus(status: number): StoreError {
  if (status >= 500 || passing.has(status)) return new StoreError(`The store responded with ${status}.`);
  if (status >= 300 && status < 400) return new StoreError(`The store responded with ${status}; redirects are not followed.`, true);
  return new StoreError(`The store rejected the request with ${status}.`, true);
}

const unresolved = /^(ENOTFOUND|EAI_|ENODATA)/;
const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
const untrusted = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Returns the error for a network failure. Omits the original message, which contains hosts and addresses. */
export function errorOfNetwork(error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unresolved.test(code)) return new StoreError("The hostname of the store's endpoint cannot be resolved.");
  if (unreachable.test(code)) return new StoreError("The store cannot be reached.");
  if (untrusted.test(code)) return new StoreError("The store's certificate is not valid.");
  return new StoreError("The connection to the store was lost.");
}
