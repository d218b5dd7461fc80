import { words } from "./format.js";

const good = new Set(["ACTIVE", "PUBLISHED", "SYNCED", "ISSUED", "REDEEMED", "COMPLETE", "DELIVERED", "PAID", "FULFILLED"]);
const warn = new Set(["HELD", "PENDING", "SCHEDULED", "ISSUING", "PAUSED", "INCOMPLETE", "PARTIALLY_REFUNDED", "WARNING"]);
const bad = new Set(["FAILED", "DECLINED", "REVERSED", "CANCELLED", "FRAUD", "VOIDED", "REFUNDED", "ERROR"]);

/** A status in words, with a color. */
export function Badge({ status }: { status: string }) {
  return <span className={`badge ${toneOf(status)}`}>{words(status)}</span>;
}

function toneOf(status: string): string {
  if (good.has(status)) return "good";
  if (warn.has(status)) return "warn";
  return bad.has(status) ? "bad" : "";
}
