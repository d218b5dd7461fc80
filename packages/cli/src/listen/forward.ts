import { setTimeout as delay } from "node:timers/promises";
import { signatureHeaders } from "@offergraph/service/outbound/signature";
import { CommandError } from "../errors.js";

export interface Outgoing {
  eventId: string;
  body: string;
}

export interface Forwarded {
  /** The HTTP status of the response, or null if the receiver did not respond. */
  status: number | null;
  error?: string;
  durationMs: number;
}

const timeoutMs = 15_000;
/** The pauses before the retries of a request. */
const pausesMs = [300, 1_000, 2_000];

/** Returns a complete URL. `text` is a URL, or a short form such as "3000/hook" or "localhost:3000/hook". */
export function readTarget(text: string): string {
  const full = /^\d+(\/|$)/.test(text) ? `http://localhost:${text}` : /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(full)) throw new CommandError(`"${text}" is not a URL. Example: http://localhost:3000/hook`);
  return full;
}

/** Sends an event with the headers of a webhook. Repeats the request only if the connection fails. */
export async function forward(url: string, secret: string, { eventId, body }: Outgoing, stop: AbortSignal): Promise<Forwarded> {
  const startedAt = performance.now();
  for (let attempt = 0; ; attempt++) {
    const headers = {
      "content-type": "application/json",
      "user-agent": "Offergraph-Webhooks/1",
      ...signatureHeaders([secret], { id: eventId, text: body }),
    };
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stop]);
    const result = await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" })
      .then(async (response) => {
        // The connection can be reused only after the whole body was read.
        await response.arrayBuffer().catch(() => undefined);
        return response.status;
      })
      .catch((error: Error) => error);
    stop.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedAt);
    if (typeof result === "number") return { status: result, durationMs };
    const pause = result.name === "TimeoutError" ? undefined : pausesMs[attempt];
    if (pause === undefined) return { status: null, error: reasonOf(result), durationMs };
    await delay(pause, undefined, { signal: stop });
  }
}

function reasonOf(error: Error): string {
  if (error.name === "TimeoutError") return `no response within ${timeoutMs / 1000} s`;
  return (error.cause as { code?: string } | undefined)?.code ?? error.message;
}
