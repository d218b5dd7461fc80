import { idBytes } from "../time/random-bytes.js";

/** A `traceparent` header (W3C Trace Context, https://www.w3.org/TR/trace-context/). Ids are lower-case hex. */
export interface TraceContext {
  /** Id of the whole trace, 32 hex digits. */
  traceId: string;
  /** Id of the span that sent the header, 16 hex digits. */
  parentId: string;
  sampled: boolean;
}

export const traceparentHeader = "traceparent";
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Parses a `traceparent`; undefined if absent or invalid. Versions after 00 may have more than four parts. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const match = form.exec(header?.trim() ?? "");
  if (!match) return undefined;
  const [, version = "", traceId = "", parentId = "", flags = "", more] = match;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, parentId, sampled }: TraceContext): string {
  return `00-${traceId}-${parentId}-${sampled ? "01" : "00"}`;
}

/** Returns the header of a new trace that is not sampled. */
export function newTraceparent(): string {
  return formatTraceparent({ traceId: someHex(16), parentId: someHex(8), sampled: false });
}

/**
 * Returns the received trace with a new parent id; an invalid header starts a new trace, as the standard requires (3.2.2). The returned
 * header marks the trace as not sampled, because a client must not decide which traces are recorded.
 */
export function passOnTraceparent(received: string | undefined): string {
  const context = parseTraceparent(received);
  return context ? formatTraceparent({ ...context, parentId: someHex(8), sampled: false }) : newTraceparent();
}

/** Returns the trace id in a valid header, for log lines. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}

function someHex(bytes: number): string {
  for (;;) {
    const text = idBytes(bytes).toString("hex");
    if (!/^0+$/.test(text)) return text;
  }
}
