import { setTimeout as sleep } from "node:timers/promises";

const maxSeconds = 180;

/** Repeats a request after a network error, or after a response with the status 429 or 5xx. Throws an Error after any 4xx status except 429. */
export async function requestWithRetry<Answer = unknown>(
  method: "GET" | "POST" | "PATCH",
  url: string,
  json?: object,
  { headers, shouldRetry = () => false }: { headers?: Record<string, string>; shouldRetry?: (answer: Answer) => boolean } = {},
): Promise<Answer> {
  const end = Date.now() + maxSeconds * 1000;
  for (let waitMs = 50; ; waitMs = Math.min(1_000, waitMs * 2)) {
    const result = await send<Answer>(method, url, json, headers).catch((error: Error) => error);
    const isAnswer = !(result instanceof Error);
    if (isAnswer && result.status < 400 && !shouldRetry(result.answer)) return result.answer;
    const description = isAnswer ? `${result.status} ${JSON.stringify(result.answer)}` : `${result.message} ${String(result.cause ?? "")}`;
    if (isAnswer && result.status >= 400 && result.status < 500 && result.status !== 429)
      throw new Error(`${method} ${url}: ${description}`);
    if (Date.now() > end) throw new Error(`${method} ${url}: no success in ${maxSeconds} s; last: ${description}`);
    await sleep(waitMs);
  }
}

async function send<Answer>(method: string, url: string, json: object | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** Repeats the request while the response has errors. */
export async function queryWithRetry<Data>(baseUrl: string, key: string, query: string, variables: object): Promise<Data> {
  const headers = { authorization: `Bearer ${key}` };
  const shouldRetry = ({ errors, data }: { errors?: unknown; data?: unknown }) => errors !== undefined || !data;
  const { data } = await requestWithRetry<{ data: Data; errors?: unknown }>(
    "POST",
    `${baseUrl}/graphql/v1`,
    { query, variables },
    { headers, shouldRetry },
  );
  return data;
}
