interface Client<Request, Reply> {
  send(request: Request): Promise<Reply>;
  close(): Promise<void>;
}

/** Codes of connection errors. The replica has not received the request, so even a mutation can be repeated. */
const neverArrived = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"]);

/**
 * Creates a client that sends requests to several replicas in turn. If a replica is unreachable, the client sends the request to the next
 * replica.
 */
export function roundRobin<Request, Reply>(replicas: readonly Client<Request, Reply>[]): Client<Request, Reply> {
  const [only] = replicas;
  if (only && replicas.length === 1) return only;
  let turn = 0;
  return {
    async send(request) {
      let failure: unknown;
      turn = (turn + 1) % replicas.length;
      for (const replica of [...replicas.slice(turn), ...replicas.slice(0, turn)]) {
        try {
          return await replica.send(request);
        } catch (error) {
          failure = error;
          const code = error instanceof Error && "code" in error ? String(error.code) : "";
          if (!neverArrived.has(code)) break;
        }
      }
      throw failure;
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
