import { type Principal, principalHeader, type SignedRequest } from "@offergraph/shared/access/principal";
import type { FieldUsageReport } from "@offergraph/shared/contracts/field-usage";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import type { Upstream } from "../proxy/upstreams.js";
import type { UsageTarget } from "../supergraph/manifest.js";
import { type TakenKey, UsageCounters } from "./counters.js";

interface FieldUsageOptions {
  target(): UsageTarget | undefined;
  upstreams: Pick<ReadonlyMap<string, Upstream>, "get">;
  identify(principal: Principal, now: number): (request: SignedRequest) => string;
  clock: Clock;
  log: Logger;
  /** Interval of the reports. 0 turns the counting off. */
  intervalMs: number;
  /** Replaces the timeouts of all reports. Only tests set this timeout. */
  reportTimeoutMs?: number | undefined;
}

const timeoutMs = 5_000;
// Timeout of the last report, short enough that the gateway stops before a supervisor kills the process.
const stopTimeoutMs = 1_500;
const minPauseMs = 5_000;
const maxUsesPerReport = 2_000;

/**
 * Counts which parts of the schema each API key uses, and reports the counts to the service that stores them. A request only increments
 * counters in memory. Counts of a failed report are part of the next report.
 */
export function createFieldUsage({ target, upstreams, identify, clock, log, intervalMs, reportTimeoutMs }: FieldUsageOptions) {
  const counters = new UsageCounters();
  let running: Promise<void> | undefined;
  let lastStart = Number.NEGATIVE_INFINITY;

  const send = async (taken: readonly TakenKey[], upstream: Upstream, { service, path }: UsageTarget, signal: AbortSignal) => {
    const [first] = taken;
    if (!first) return;
    const principal: Principal = { ...first.caller, level: "READ", requestId: newId() };
    const sign = identify(principal, clock.now().getTime());
    const headers = { [principalHeader]: sign({ service, method: "POST", path, body: undefined }), "content-type": "application/json" };
    for (const body of reportsOf(taken)) {
      const { statusCode, body: answer } = await upstream.send({ method: "POST", path, headers, body, signal, pool: "write" });
      await answer.dump();
      if (statusCode >= 300) throw new Error(`The service answered with status ${statusCode}.`);
    }
  };
  const report = async (limitMs: number): Promise<void> => {
    lastStart = performance.now();
    const { workspaces, dropped } = counters.take();
    if (dropped > 0) log.warn({ dropped }, "Field usage exceeds the limits of the counters; some uses were not counted");
    const found = target();
    const upstream = found && upstreams.get(found.service);
    if (!upstream) return;
    const waiting = [...workspaces.values()];
    try {
      for (let keys = waiting[0]; keys; keys = waiting[0]) {
        await send(keys, upstream, found, AbortSignal.timeout(limitMs));
        waiting.shift();
      }
    } catch (error) {
      counters.restore(waiting.flat());
      log.warn({ err: error, workspaces: waiting.length }, "Failed to report field usage; retrying with the next report");
    }
  };
  const start = (limitMs = timeoutMs): Promise<void> => {
    running ??= report(reportTimeoutMs ?? limitMs).finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = intervalMs > 0 ? setInterval(() => void start(), intervalMs).unref() : undefined;
  return {
    note(...used: Parameters<UsageCounters["add"]>): void {
      if (!timer) return;
      counters.add(...used);
      if (counters.isNearlyFull && performance.now() - lastStart > minPauseMs) void start();
    },
    /** Sends the last report. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      await start(stopTimeoutMs);
    },
  };
}

/** Returns the bodies of the reports of one workspace. The service limits the size of a body. */
function reportsOf(taken: readonly TakenKey[]): Buffer[] {
  const uses = taken.flatMap(({ caller: { keyId }, readUses }) =>
    [...readUses()].map(([coordinate, count]) => ({ keyId, coordinate, count })),
  );
  const count = Math.ceil(uses.length / maxUsesPerReport);
  return Array.from({ length: count }, (_, index) => {
    const report: FieldUsageReport = { uses: uses.slice(index * maxUsesPerReport, (index + 1) * maxUsesPerReport) };
    return Buffer.from(JSON.stringify(report));
  });
}
