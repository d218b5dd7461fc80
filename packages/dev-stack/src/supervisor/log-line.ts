import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { z } from "zod";

const lineSchema = z.looseObject({
  level: z.string().optional(),
  msg: z.string().optional(),
  url: z.string().optional(),
  err: z.object({ message: z.string().optional() }).optional(),
});

export type LogLine =
  | { kind: "ready"; url: string }
  | { kind: "trouble"; level: "warn" | "error" | "fatal"; text: string }
  | { kind: "routine" }
  | { kind: "plain"; text: string };

/** Parses one line of an app's log. A line is JSON from pino, or plain text after a failed start. */
export function readLogLine(line: string): LogLine {
  if (!line.startsWith("{")) return { kind: "plain", text: line };
  const parsed = lineSchema.safeParse(parseJson(line));
  if (!parsed.success) return { kind: "plain", text: line };
  const { level, msg, url, err } = parsed.data;
  if (msg === "ready" && url) return { kind: "ready", url };
  if (level !== "warn" && level !== "error" && level !== "fatal") return { kind: "routine" };
  const text = [msg, err?.message].filter((part, index, parts) => part && parts.indexOf(part) === index).join(": ");
  return { kind: "trouble", level, text: text.split("\n")[0] ?? "" };
}
