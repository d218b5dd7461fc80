import { randomBytes } from "node:crypto";

/** What a `traceparent` header says (W3C Trace Context, https://www.w3.org/TR/trace-context/). All ids are lower-case hex. */
export interface TraceContext {
  /** 32 hex digits: the whole trace. */
  traceId: string;
  /** 16 hex digits: the span that sent the header. */
  parentId: string;
  sampled: boolean;
}

export const traceparentHeader = "traceparent";
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent`. Undefined when it is absent or the standard forbids it: version ff, an id of zeros,
 * upper case, or more than four parts in version 00 (a later version may have more).
 */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const match = form.exec(header?.trim() ?? "");
  if (!match) return undefined;
  const [, version = "", traceId = "", parentId = "", flags = "", more] = match;
  if (version === "ff" || (version === "00" && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header for this context, in version 00. */
export function formatTraceparent({ traceId, parentId, sampled }: TraceContext): string {
  return `00-${traceId}-${parentId}-${sampled ? "01" : "00"}`;
}

/** The first header of a new trace. */
export function newTraceparent(): string {
  return formatTraceparent({ traceId: someHex(16), parentId: someHex(8), sampled: true });
}

/**
 * The header to send on: the trace that came in goes on under a parent id of our own.
 * What cannot be read starts a new trace, as the standard asks (3.2.2).
 */
export function passOnTraceparent(received: string | undefined): string {
  const context = parseTraceparent(received);
  return context ? formatTraceparent({ ...context, parentId: someHex(8) }) : newTraceparent();
}

function someHex(bytes: number): string {
  for (;;) {
    const text = randomBytes(bytes).toString("hex");
    if (!/^0+$/.test(text)) return text;
  }
}
