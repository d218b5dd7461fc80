import type { Random } from "../../chaos/random.js";

/** Processes by their names in DATA_DIR/offergraph.json: writers, relays, consumers, the sender of webhooks, and the servers. */
export const victims = [
  ...(["gateway", "forms", "forms-2", "incentives", "incentives-2", "discounts", "orders", "workspace"] as const),
  ...(["nats", "postgres"] as const),
] as const;
export type Victim = (typeof victims)[number];

export interface Fault {
  victim: Victim;
  /** Milliseconds after the start of the previous fault. */
  afterMs: number;
  /** Milliseconds for which the process is suspended (SIGSTOP, SIGCONT). Undefined for a kill (SIGKILL). */
  suspendedMs: number | undefined;
}

export function planFaults(count: number, random: Random): Fault[] {
  return Array.from({ length: count }, () => ({
    victim: random.oneOf(victims),
    afterMs: 200 + random.below(2_000),
    suspendedMs: random.below(2) === 0 ? undefined : 100 + random.below(4_000),
  }));
}

export const describeFault = ({ victim, suspendedMs }: Fault): string =>
  `${victim} ${suspendedMs === undefined ? "SIGKILL" : `SIGSTOP for ${suspendedMs} ms`}`;
