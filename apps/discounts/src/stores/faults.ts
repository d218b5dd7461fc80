import { StoreError } from "./store.js";

// Asking again may help: the store is busy, or somebody before it is.
const passing = new Set([408, 425, 429]);

/** What an answer that is no 2xx means. */
export function faultOfStatus(status: number): StoreError {
  if (status >= 500 || passing.has(status)) return new StoreError(`The store answered ${status}.`);
  if (status >= 300 && status < 400) return new StoreError(`The store answered ${status}, a redirect; redirects are not followed.`, true);
  return new StoreError(`The store refused: it answered ${status}.`, true);
}

const unresolved = /^(ENOTFOUND|EAI_|ENODATA)/;
const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
const untrusted = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** What a failure below HTTP means. The error itself names hosts and addresses, so nothing of its text is passed on. */
export function faultOfNetwork(error: unknown): StoreError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unresolved.test(code)) return new StoreError("The name in the store's endpoint cannot be resolved.");
  if (unreachable.test(code)) return new StoreError("The store cannot be reached.");
  if (untrusted.test(code)) return new StoreError("The store's certificate is not valid.");
  return new StoreError("The connection to the store was lost.");
}
