import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

export interface Sent {
  kind: string;
  startedAt: number;
  endedAt: number;
  /** Undefined without a response. */
  status: number | undefined;
  failure: string | undefined;
  /** Local port of the connection. */
  port: number | undefined;
}

export interface Call {
  baseUrl: string;
  key: string;
  kind: string;
  query: string;
  /** Value of the header X-Forwarded-For. */
  address: string;
}

/** Request that waits for its response. `port` is undefined until the connection is open. */
export type Open = { kind: string; port: number | undefined };

/** One client with at most one keep-alive connection, so that each request has a known connection. */
export function createClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let open: Open | undefined;
  return {
    async send(call: Call): Promise<Sent> {
      open = { kind: call.kind, port: undefined };
      const sent = await sendOver(agent, call, open);
      open = undefined;
      return sent;
    },
    open: () => open,
    close: () => agent.destroy(),
  };
}

async function sendOver(agent: Agent, { baseUrl, key, query, address }: Call, open: Open): Promise<Sent> {
  const startedAt = performance.now();
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}`, "x-forwarded-for": address };
  const done = (status: number | undefined, failure: string | undefined): Sent => {
    return { ...open, startedAt, endedAt: performance.now(), status, failure };
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(`${baseUrl}/graphql/v1`, { agent, method: "POST", headers }, resolve).once("error", reject);
      call.once("socket", (socket) => {
        const remember = () => {
          open.port = socket.localPort;
        };
        if (socket.connecting) socket.once("connect", remember);
        else remember();
      });
      call.end(JSON.stringify({ query }));
    });
    const body = await text(response);
    const isFine = response.statusCode === 200 && !body.includes('"errors"') && !/"userErrors":\[\{/.test(body);
    return done(response.statusCode, isFine ? undefined : `${response.statusCode} ${body.slice(0, 200)}`);
  } catch (error) {
    return done(undefined, (error as Error).message);
  }
}
