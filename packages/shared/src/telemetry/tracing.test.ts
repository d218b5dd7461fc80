import { startOtlpReceiver } from "@offergraph/testkit/otlp-receiver";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createMetrics, defineCounter } from "./metrics.js";
import { startTelemetry } from "./start-telemetry.js";
import { formatTraceparent, parseTraceparent } from "./trace.js";
import { isSampled, type NewSpan, removeTracer, type Span, setTracer, startRootSpan, startSpan, withSpan } from "./tracing.js";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const sampled = `00-${traceId}-00f067aa0ba902b7-01`;
const unsampled = `00-${traceId}-00f067aa0ba902b7-00`;

const ended: (NewSpan & { error: string | undefined })[] = [];
const tracer = (span: NewSpan): Span => ({
  traceId: span.parent?.traceId ?? traceId,
  traceparent: formatTraceparent({ traceId: span.parent?.traceId ?? traceId, parentId: "b7ad6b7169203331", sampled: true }),
  set: () => undefined,
  rename: () => undefined,
  end: (error) => void ended.push({ ...span, error }),
});
afterEach(() => {
  removeTracer();
  ended.length = 0;
});

describe("a span", () => {
  it("does not exist while tracing is off", async () => {
    expect([startRootSpan("server", "a", sampled), startSpan("client", "b", sampled), isSampled(sampled)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    expect(await withSpan("internal", "c", sampled, async (traceparent) => traceparent)).toBe(sampled);
  });

  it("exists only in a sampled trace", () => {
    setTracer(tracer, 1);
    for (const header of [undefined, unsampled, `00-${traceId}-00f067aa0ba902b7-02`, "nonsense", sampled.toUpperCase()])
      expect([startSpan("client", "a", header), isSampled(header)]).toEqual([undefined, false]);
    expect(startSpan("client", "a", sampled)?.traceId).toBe(traceId);
    expect(isSampled(`00-${traceId}-00f067aa0ba902b7-03`)).toBe(true);
  });

  it("at the gateway follows the ratio, and not the decision of the client", () => {
    setTracer(tracer, 0);
    expect(startRootSpan("server", "a", sampled)).toBeUndefined();
    setTracer(tracer, 1);
    expect(startRootSpan("server", "a", unsampled)?.traceId).toBe(traceId);
    setTracer(tracer, 0.25);
    const random = vi.spyOn(Math, "random");
    const found = [0.24, 0.25, 0.9].map((value) => startRootSpan("server", "a", random.mockReturnValue(value) && undefined) !== undefined);
    random.mockRestore();
    expect(found).toEqual([true, false, false]);
  });

  it("ends with the work that it covers, also if the work fails", async () => {
    setTracer(tracer, 1);
    const inside = await withSpan("internal", "good", sampled, async (traceparent) => traceparent);
    expect(parseTraceparent(inside)).toEqual({ traceId, parentId: "b7ad6b7169203331", sampled: true });
    await expect(withSpan("internal", "bad", sampled, () => Promise.reject(new RangeError("secret")))).rejects.toThrow("secret");
    expect(ended).toMatchObject([
      { name: "good", error: undefined },
      { name: "bad", error: "RangeError", parent: { parentId: "00f067aa0ba902b7" } },
    ]);
  });
});

it("exports spans and metrics over OTLP, and sends the last spans before the end of the process", async () => {
  const receiver = await startOtlpReceiver();
  const metrics = createMetrics("trial");
  metrics.observeRequest("get", "ok", 0.02);
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`, OTEL_TRACES_SAMPLER_ARG: 1, OTEL_METRIC_EXPORT_INTERVAL: 60_000 };
  const telemetry = await startTelemetry({ service: "trial", settings, metrics });
  const root = startRootSpan("server", "root", sampled);
  const child = startSpan("producer", "child", root?.traceparent, { amount: 2 }, 1_764_331_200_000);
  child?.end("Refused");
  root?.rename("renamed");
  root?.end();
  await telemetry.stop();
  const get = async (path: string) => (await fetch(receiver.url + path)).json();
  await vi.waitFor(async () => expect(await get("/spans")).toHaveLength(2), polling);
  const [first, second] = (await get("/spans")) as { spanId: string }[];
  expect(first).toMatchObject({
    traceId,
    name: "child",
    parentSpanId: second?.spanId,
    startTimeUnixNano: "1764331200000000000",
    status: { code: 2 },
  });
  expect(second).toMatchObject({ traceId, name: "renamed", parentSpanId: "00f067aa0ba902b7", service: "trial" });
  expect(await get("/metrics")).toMatchObject({ trial: expect.arrayContaining(["offergraph_request_seconds", "offergraph_build_info"]) });
  expect(startRootSpan("server", "late", sampled)).toBeUndefined();
  await receiver.stop();
});

it("does not delay the end of a process if the receiver does not respond", async () => {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_TRACES_SAMPLER_ARG: 1 };
  const telemetry = await startTelemetry({ service: "trial", settings, metrics: createMetrics("trial") });
  startRootSpan("server", "lost", undefined)?.end();
  const started = performance.now();
  await telemetry.stop();
  expect(performance.now() - started).toBeLessThan(10_000);
});

describe("metrics", () => {
  it("have exemplars, the metrics of modules and gauges that are read for each scrape", async () => {
    const trials = defineCounter("offergraph_trials_total", "Trials.", ["kind"]);
    const metrics = createMetrics("trial");
    let depth = 1;
    metrics.gauge({ name: "offergraph_depth", help: "Depth." }, () => depth);
    metrics.gauge({ name: "offergraph_broken", help: "Fails." }, () => Promise.reject(new Error("no database")));
    metrics.total({ name: "offergraph_uses_total", help: "Uses.", labelNames: ["cache"] }, () => [{ labels: { cache: "a" }, value: 5 }]);
    trials.inc({ kind: "one" });
    metrics.observeRequest("get", "ok", 0.02, traceId);
    depth = 7;
    const { text, contentType } = await metrics.expose();
    expect(contentType).toMatch(/^application\/openmetrics-text/);
    expect(text).toContain('offergraph_trials_total{kind="one",service="trial"} 1');
    expect(text).toContain('offergraph_depth{service="trial"} 7');
    expect(text).toContain('offergraph_uses_total{cache="a",service="trial"} 5');
    expect(text).not.toMatch(/^offergraph_broken/m);
    expect(text).toMatch(new RegExp(`offergraph_request_seconds_bucket\\{le="0.025",[^}]*\\} 1 # \\{trace_id="${traceId}"\\} 0.02 `));
    expect(text).toMatch(/# EOF\n$/);
  });
});
