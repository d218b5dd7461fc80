import { setTimeout as delay } from "node:timers/promises";
import { LoadError } from "./settings.js";

/** API client for requests before and after the measurement. */
export interface Api {
  call<Data>(query: string, variables?: object): Promise<Data>;
  /** Returns the workspace of the key. Throws if the API rejects the key. */
  workspaceId(): Promise<string>;
}

interface Answer {
  data?: unknown;
  result?: { contents?: { text: string }[] };
  errors?: { message: string }[];
  error?: { message: string };
}

const attempts = 5;
const timeoutMs = 30_000;

/** Creates a client that repeats requests after a 429, because the measurement may have exhausted a rate limit. */
export function createApi(url: string, key: string, log: (line: string) => void): Api {
  const send = async (path: string, body: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const response = await post(`${url}${path}`, key, JSON.stringify(body));
      if (response.status !== 429 || attempt === attempts) return readAnswer(response, url);
      const seconds = Number(response.headers.get("retry-after")) || 1;
      log(`A rate limit applies. Waiting ${seconds} s.`);
      await delay(seconds * 1000);
    }
  };
  return {
    call: async <Data>(query: string, variables: object = {}) => (await send("/graphql/v1", { query, variables })).data as Data,
    workspaceId: async () => {
      const params = { uri: "offergraph://key" };
      const { result } = await send("/mcp", { jsonrpc: "2.0", id: 1, method: "resources/read", params });
      return (JSON.parse(result?.contents?.[0]?.text ?? "{}") as { workspaceId: string }).workspaceId;
    },
  };
}

async function post(url: string, key: string, body: string): Promise<Response> {
  const headers = {
    ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    authorization: `Bearer ${key}`,
  };
  try {
    return await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new LoadError(`${url} cannot be reached (${cause?.code ?? message}). Check the URL, and that the gateway is running.`);
  }
}

async function readAnswer(response: Response, url: string): Promise<Answer> {
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  const error = answer?.errors?.[0] ?? answer?.error;
  if (error) throw new LoadError(`${url} returned an error (status ${response.status}): ${error.message}`);
  if (!answer?.data && !answer?.result) throw new LoadError(`${url} is not an Offergraph API (status ${response.status}). Check the URL.`);
  return answer;
}
