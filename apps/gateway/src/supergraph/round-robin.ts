interface Client<Request, Reply> {
  send(request: Request): Promise<Reply>;
  close(): Promise<void>;
}

/** The replicas `inTurn` get the requests in turn. The replicas `others` get a request only if no replica of `inTurn` is reachable. */
export interface Rotation<Client> {
  readonly inTurn: readonly Client[];
  readonly others: readonly Client[];
}

/**
 * Codes of errors that occur before the client is connected to a replica. After a failed connection, the client can send even a mutation to
 * another replica, because no replica received the mutation.
 */
const neverArrived = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTDOWN"]);

/**
 * Creates a client that sends requests to several replicas in turn. If a replica is unreachable, the client sends the request to the next
 * replica.
 */
export function roundRobin<Request, Reply>(replicas: readonly Client<Request, Reply>[]): Client<Request, Reply> {
  const [only] = replicas;
  if (only && replicas.length === 1) return only;
  return {
    send: rotate(() => ({ inTurn: replicas, others: [] })),
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

/** Returns a function that sends requests to the replicas that `rotation` returns at the time of the request. */
export function rotate<Request, Reply>(
  rotation: () => Rotation<Pick<Client<Request, Reply>, "send">>,
): (request: Request) => Promise<Reply> {
  let turn = 0;
  return (request) => {
    const { inTurn, others } = rotation();
    turn = (turn + 1) % Math.max(inTurn.length, 1);
    const [only] = inTurn;
    if (only && inTurn.length === 1 && others.length === 0) return only.send(request);
    return sendToFirst([...inTurn.slice(turn), ...inTurn.slice(0, turn), ...others], request);
  };
}

async function sendToFirst<Request, Reply>(replicas: readonly Pick<Client<Request, Reply>, "send">[], request: Request): Promise<Reply> {
  let failure: unknown = new Error("No replica of the service is registered");
  for (const replica of replicas) {
    try {
      return await replica.send(request);
    } catch (error) {
      failure = error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (!neverArrived.has(code)) break;
    }
  }
  throw failure;
}
