import { setTimeout as pause } from "node:timers/promises";

const maxSeconds = 180;

/** Asks until there is an answer that is no trouble of the server's; throws at one that says the request was wrong. */
export async function retried<Answer = unknown>(
  method: "GET" | "POST" | "PATCH",
  url: string,
  json?: object,
  { headers, isTrouble = () => false }: { headers?: Record<string, string>; isTrouble?: (answer: Answer) => boolean } = {},
): Promise<Answer> {
  const end = Date.now() + maxSeconds * 1000;
  for (let waitMs = 50; ; waitMs = Math.min(1_000, waitMs * 2)) {
    const heard = await ask<Answer>(method, url, json, headers).catch((error: Error) => error);
    const isAnswer = !(heard instanceof Error);
    if (isAnswer && heard.status < 400 && !isTrouble(heard.answer)) return heard.answer;
    const said = isAnswer ? `${heard.status} ${JSON.stringify(heard.answer)}` : `${heard.message} ${String(heard.cause ?? "")}`;
    if (isAnswer && heard.status >= 400 && heard.status < 500 && heard.status !== 429) throw new Error(`${method} ${url}: ${said}`);
    if (Date.now() > end) throw new Error(`${method} ${url}: nothing but trouble for ${maxSeconds} s, at last ${said}`);
    await pause(waitMs);
  }
}

async function ask<Answer>(method: string, url: string, json: object | undefined, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
}

/** The data of a GraphQL answer without errors, retried while a service is away. */
export async function retriedData<Data>(baseUrl: string, key: string, query: string, variables: object): Promise<Data> {
  const headers = { authorization: `Bearer ${key}` };
  const isTrouble = ({ errors, data }: { errors?: unknown; data?: unknown }) => errors !== undefined || !data;
  const { data } = await retried<{ data: Data; errors?: unknown }>(
    "POST",
    `${baseUrl}/graphql/v1`,
    { query, variables },
    { headers, isTrouble },
  );
  return data;
}
