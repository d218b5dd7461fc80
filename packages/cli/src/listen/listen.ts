import { setTimeout as delay } from "node:timers/promises";
import { visible } from "@offergraph/shared/cli/output";
import { CommandError } from "../errors.js";
import type { Terminal } from "../terminal.js";
import { type Forwarded, forward } from "./forward.js";
import type { ListenedEvent, NextEvents, Session } from "./session.js";

export interface ListenOptions {
  /** URL to which the events are forwarded. If undefined, the command only shows events. */
  target: string | undefined;
  secret: string;
  isJson: boolean;
}

/** Interval between two calls of `keep`, in units of `pauseMs`. */
const keepPauses = 20;

/**
 * Shows and forwards events until Ctrl-C. Handles one event at a time to keep the events in order. Confirms an event only after handling
 * it. Reconnects after network failures. Throws CommandError for an invalid key or session.
 */
export async function listen(session: Session, { target, secret, isJson }: ListenOptions, terminal: Terminal) {
  const { stop } = terminal;
  let cursor: string | undefined;
  let isLost = false;
  let hasReported = false;
  while (!stop.aborted) {
    const next = await session.next(cursor).catch((error: unknown) => lostOrThrow(error, stop));
    if (stop.aborted) return;
    if (next === undefined) {
      if (!isLost) terminal.error("Connection lost; reconnecting. The API stores up to 10,000 missed events for one day.");
      isLost = true;
      await delay(2 * terminal.pauseMs, undefined, { signal: stop }).catch(() => undefined);
      continue;
    }
    if (isLost) terminal.error("Connected again.");
    isLost = false;
    // During a burst, several responses can report the same loss.
    if (next.hasMissed && !hasReported) terminal.error("Some events are lost, because the API's event buffer was full.");
    hasReported = next.hasMissed;
    const handleEvents = async () => {
      for (const event of next.events) {
        const forwarded = target === undefined ? undefined : await forward(target, secret, event, stop).catch(() => undefined);
        if (stop.aborted) return;
        show(event, forwarded, isJson, terminal);
        cursor = event.sequence;
      }
    };
    await keepDuring(handleEvents, () => session.keep(cursor), terminal);
    if (stop.aborted) return;
    cursor = next.cursor;
  }
}

/** Calls `keep` while `work` runs, because the session would end during a slow delivery. */
async function keepDuring(work: () => Promise<void>, keep: () => Promise<void>, { pauseMs }: Terminal): Promise<void> {
  const keeping = setInterval(() => void keep().catch(() => undefined), keepPauses * pauseMs);
  try {
    await work();
  } finally {
    clearInterval(keeping);
  }
}

/** Returns undefined after Ctrl-C or a temporary failure. Throws an error after any other failure. */
function lostOrThrow(error: unknown, stop: AbortSignal): NextEvents | undefined {
  if (stop.aborted) return undefined;
  if (error instanceof CommandError && error.isTemporary) return undefined;
  if (error instanceof CommandError) throw new CommandError(`Listening ended: ${error.message}`, 2);
  throw error;
}

function show({ eventId, eventType, body }: ListenedEvent, forwarded: Forwarded | undefined, isJson: boolean, terminal: Terminal): void {
  const event = JSON.parse(body) as { subject?: string; time?: string };
  if (isJson) {
    terminal.out(JSON.stringify({ event, ...(forwarded && { forwarded }) }));
    return;
  }
  const result =
    forwarded && (forwarded.status === null ? `failed: ${forwarded.error}` : `${forwarded.status} in ${forwarded.durationMs} ms`);
  terminal.out(
    [event.time, eventType, event.subject, eventId, result]
      .map((part) => visible(part ?? ""))
      .filter(Boolean)
      .join("  "),
  );
}
