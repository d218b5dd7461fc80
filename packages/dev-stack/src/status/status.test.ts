import { describe, expect, it } from "vitest";
import { formatStatus } from "./print.js";
import { reportOf } from "./report.js";
import { type Observation, parseSamples, quantileOf } from "./samples.js";

const bucket = (service: string, le: string, count: number) =>
  `offergraph_request_seconds_bucket{le="${le}",operation="get",outcome="ok",service="${service}"} ${count} # {trace_id="4bf9"} 0.02 1764331200.1`;

const textOf = (ok: number, failed: number) => `# HELP offergraph_request_seconds Request duration.
# TYPE offergraph_request_seconds histogram
${bucket("gateway", "0.1", ok)}
${bucket("gateway", "1", ok)}
${bucket("gateway", "+Inf", ok)}
offergraph_request_seconds_count{operation="get",outcome="ok",service="gateway"} ${ok}
offergraph_request_seconds_count{operation="get",outcome="SUBGRAPH_UNAVAILABLE",service="gateway"} ${failed}
offergraph_build_info{version="1.2.3",service="gateway"} 1
offergraph_refused_schemas{subgraph="forms",version="1.4.0",service="gateway",instance="one"} 1
offergraph_refused_schemas{subgraph="forms",version="1.4.0",service="gateway",instance="two"} 1
offergraph_outbox_age_seconds{service="forms"} 90.5
offergraph_consumer_lag_events{consumer="incentives/grant-responses",service="forms"} 7
offergraph_consumer_lag_events{consumer="orders/keep-grants",service="incentives"} 0
offergraph_dead_letters_waiting{consumer="orders/keep-grants",service="orders"} 3
offergraph_store_push_seconds_count{provider="http",result="accepted",service="discounts"} ${ok}
offergraph_store_push_seconds_count{provider="http",result="rejected",service="discounts"} ${ok}
# EOF
`;
const observation: Observation = { before: parseSamples(textOf(100, 0)), after: parseSamples(textOf(190, 10)), seconds: 10 };

describe("the status of a system", () => {
  it("has rates, the share of errors, the p95, the outbox, consumers and pushes", () => {
    const report = reportOf(observation, new Map([["forms", false]]));
    expect(report.services.map(({ name }) => name)).toEqual(["gateway", "discounts", "forms", "incentives", "orders"]);
    expect(report.services[0]).toMatchObject({ isReady: undefined, version: "1.2.3", requestsPerSecond: 10, errors: 0.1 });
    expect(report.services[0]?.p95Seconds).toBeCloseTo(0.095);
    expect(report.services[2]).toMatchObject({ name: "forms", isReady: false, errors: undefined, outboxAgeSeconds: 90.5 });
    expect(report.refusedSchemas).toEqual([{ subgraph: "forms", version: "1.4.0" }]);
    expect(report.consumers).toEqual([
      { name: "orders/keep-grants", lag: 0, deadLetters: 3 },
      { name: "incentives/grant-responses", lag: 7, deadLetters: 0 },
    ]);
    expect(report.pushes).toEqual([{ provider: "http", perSecond: 18, failing: 0.5 }]);
    expect(report.webhooks).toEqual({ perSecond: 0, failing: undefined });
  });

  it("fits on one screen, and marks figures that need attention", () => {
    const report = reportOf(observation, new Map([["forms", false]]));
    const plain = formatStatus(report, false);
    expect(plain.split("\n").length).toBeLessThan(24);
    expect(plain).toMatch(/gateway +- +1\.2\.3 +10\.0 +10\.0 % +95 ms/);
    expect(plain).toMatch(/forms +NO .* 90\.5 s/);
    expect(plain.match(/The gateway refuses the schema of forms 1\.4\.0$/gm)).toHaveLength(1);
    const colored = formatStatus(report, true);
    for (const bad of ["10.0 %", "NO", "The gateway refuses the schema of forms 1.4.0", "90.5 s", "3 dead letters", "50.0 % failing"])
      expect(colored).toContain(`\u001b[31m${bad}`);
  });

  it("reports no quantile without requests, and the last bound for requests above it", () => {
    expect(quantileOf({ ...observation, before: observation.after }, 0.95, "offergraph_request_seconds", () => true)).toBeUndefined();
    const slow = parseSamples([bucket("gateway", "1", 0), bucket("gateway", "+Inf", 5)].join("\n"));
    expect(quantileOf({ before: [], after: slow, seconds: 1 }, 0.95, "offergraph_request_seconds", () => true)).toBe(1);
  });
});
