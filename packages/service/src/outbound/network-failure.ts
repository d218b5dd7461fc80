const unresolved = /^(ENOTFOUND|EAI_)/;
const unreachable = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
const untrusted = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Returns the kind of a network error. API clients must not see the error's message, because it contains host names and addresses. */
export function networkFailure(error: unknown): "unresolved" | "unreachable" | "untrusted" | "lost" {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (unresolved.test(code)) return "unresolved";
  if (unreachable.test(code)) return "unreachable";
  return untrusted.test(code) ? "untrusted" : "lost";
}
