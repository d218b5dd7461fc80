import type { Access } from "../access/access.js";
import { type Link, post } from "../api/http.js";
import { refusal } from "../api/mcp.js";
import { CommandError } from "../errors.js";

export interface ListenedEvent {
  sequence: string;
  eventId: string;
  eventType: string;
  /** The CloudEvent as JSON text, exactly as webhook endpoints receive it. */
  body: string;
}

export interface NextEvents {
  events: ListenedEvent[];
  cursor: string;
  /** True if events were dropped before the session received them. */
  hasMissed: boolean;
}

/** A session that delivers new events to one `offergraph listen` command (docs/cli.md). */
export interface Session {
  readonly id: string;
  /** Confirms the events up to the cursor. Waits up to five seconds for events after the cursor. */
  next(cursor: string | undefined): Promise<NextEvents>;
  /** Confirms the events up to the cursor, and keeps the session alive. */
  keep(cursor: string | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** Requests without a retry. */
const unrepeated = new Set(["keep", "stop"]);

/** Starts a session, or continues the session `id`. */
export async function openSession(
  access: Access,
  terminal: Link,
  { eventTypes, id }: { eventTypes: readonly string[] | undefined; id: string | undefined },
): Promise<Session> {
  const send = async <Result>(step: string, body: object, link = terminal): Promise<Result> => {
    const { status, text } = await post(access, link, { path: `/v1/listen/${step}`, body, ...(unrepeated.has(step) && { maxRetries: 0 }) });
    const answer = parse(text);
    if (status === 200) return answer as Result;
    const [error] = (answer as { errors?: Failure[] }).errors ?? [];
    throw refusal(status, {
      message: error?.message ?? `The API responded with status ${status}, but without a result or an error.`,
      data: error?.extensions ?? {},
    });
  };
  const sessionId = id ?? (await send<{ sessionId: string }>("start", { ...(eventTypes && { eventTypes }) })).sessionId;
  return {
    id: sessionId,
    next: (cursor) => send("next", { sessionId, ...(cursor !== undefined && { cursor }) }),
    // If the request fails, the following call of `next` reports the failure.
    keep: (cursor) => send("keep", { sessionId, ...(cursor !== undefined && { cursor }) }, { ...terminal, error: () => undefined }),
    // Uses a new abort signal, because Ctrl-C has already aborted the terminal's signal.
    stop: () => send("stop", { sessionId }, { ...terminal, stop: AbortSignal.timeout(3_000) }),
  };
}

interface Failure {
  message: string;
  extensions?: { code?: string; fix?: string };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError("The response is not from Offergraph. Check the URL.", 2);
  }
}
