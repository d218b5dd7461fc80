import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";

/** Result of one request. `code` is absent after a success. */
export interface Sample {
  kind: string;
  startedAt: number;
  ms: number;
  code: string | undefined;
  text: string;
}

export interface Target {
  baseUrl: string;
  key: string;
}

interface Body {
  data?: unknown;
  errors?: { extensions?: { code?: string } }[];
}

/** Sends a GraphQL request. The returned promise never rejects. */
export async function sample({ baseUrl, key }: Target, kind: string, query: string, variables: object = {}): Promise<Sample> {
  const startedAt = performance.now();
  const done = (code: string | undefined, text: string) => ({ kind, startedAt, ms: performance.now() - startedAt, code, text });
  try {
    const { statusCode, body } = await request(`${baseUrl}/graphql/v1`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ query, variables }),
    });
    const text = await body.text();
    const { errors } = JSON.parse(text) as Body;
    return done(errors ? (errors[0]?.extensions?.code ?? "without code") : statusCode === 200 ? undefined : "without code", text);
  } catch (error) {
    return done("without code", (error as Error).message);
  }
}

/** Starts `send` every `everyMs` until `isOver` returns true. Returns the results in the order of their starts. */
export async function sampleUntil(isOver: () => boolean, everyMs: number, send: () => Promise<Sample>): Promise<Sample[]> {
  const running: Promise<Sample>[] = [];
  while (!isOver()) {
    running.push(send());
    await sleep(everyMs);
  }
  return Promise.all(running);
}

export const longest = (samples: readonly Sample[]): number => Math.max(0, ...samples.map(({ ms }) => ms));
