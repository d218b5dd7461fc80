import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, it, vi } from "vitest";
import { startOwnGateway } from "../bench/src/system/own-gateway.js";
import { repository } from "./src/start-system.js";
import { issued, respond, rewardedForm } from "./src/trace/rewarded-form.js";
import { pathTo, readSpans } from "./src/trace/span-tree.js";
import { waterfallOf } from "./src/trace/waterfall.js";
import { waitUntil } from "./src/wait-until.js";
import { readSystem } from "./src/workspace.js";

const receiverUrl = inject("telemetryUrl");

/** A second gateway, which samples every request. The gateway of the shared system samples none. */
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
let sampledUrl: string;
let unsampledUrl: string;
let publicKey: string;

beforeAll(async () => {
  const file = await readSystem();
  unsampledUrl = file.baseUrl;
  const env = { OTEL_TRACES_SAMPLER_ARG: "1", OTEL_METRIC_EXPORT_INTERVAL: "1000", OTEL_SERVICE_NAME: "edge" };
  gateway = await startOwnGateway({ name: "edge", file, subgraphs: file.urls, env });
  sampledUrl = new URL(gateway.url).origin;
  ({ publicKey } = await rewardedForm(unsampledUrl, `${receiverUrl}/hook`));
});
afterAll(() => gateway?.stop());

/** Starts and completes a response in one trace. Returns the trace id. */
async function respondIn(baseUrl: string, flags: string): Promise<string> {
  const traceId = randomBytes(16).toString("hex");
  await respond(baseUrl, publicKey, { traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-${flags}` });
  return traceId;
}

it("one trace leads from a visitor's response to the push of the code and to the webhook", async () => {
  const traceId = await respondIn(sampledUrl, "00");
  const toGrant = [
    "edge: collect",
    "edge: proxy forms",
    "forms: collect_change",
    "forms: transaction",
    "forms: publish offergraph.forms.form_response.completed.v1",
    "incentives: process incentives/grant-responses",
    "incentives: publish offergraph.incentives.grant.requested.v1",
    "discounts: process discounts/assign-codes",
  ];
  const toWebhook = [
    ...toGrant,
    "discounts: publish offergraph.discounts.grant_code.issued.v1",
    "incentives: process incentives/apply-code-responses",
    `incentives: publish ${issued}`,
    "workspace: process workspace/queue-webhooks-incentives",
    "workspace: deliver webhook",
  ];
  const paths = [[...toGrant, "discounts: push to store"], toWebhook];
  // Waits for whole paths, because each process sends its spans at its own time.
  const readComplete = async () => {
    const found = await readSpans(receiverUrl, traceId);
    const last = found.filter(({ name }) => name === "push to store" || name === "deliver webhook");
    expect(last.map((span) => pathTo(span, found))).toEqual(expect.arrayContaining(paths));
    return found;
  };
  const spans = await vi.waitFor(readComplete, { timeout: 120_000, interval: 100 });
  expect(spans.filter(({ status }) => status?.code === 2)).toEqual([]);
  if (process.env.PROVE_TRACE) {
    const named = spans.map((span) => (span.service === "edge" ? { ...span, service: "gateway" } : span));
    const picture = waterfallOf("From a visitor's response to the store and the webhook", named);
    await writeFile(path.join(repository, "docs/telemetry/trace.svg"), picture);
  }
});

it("the gateway, not the client, decides about sampling", async () => {
  const ignored = await respondIn(unsampledUrl, "01");
  // Each process exports its spans in order. If the gateway had sampled the first trace, its spans would arrive before the last span of the
  // second trace.
  const later = await respondIn(sampledUrl, "00");
  await waitUntil("the later trace arrived", async () =>
    (await readSpans(receiverUrl, later)).some(({ name }) => name === "push to store"),
  );
  expect(await readSpans(receiverUrl, ignored)).toEqual([]);
});

it("links the histogram of requests to a trace, and exports the metrics over OTLP", async () => {
  const text = await (await fetch(gateway.metricsUrl)).text();
  const [, traceId = ""] = /offergraph_request_seconds_bucket\{[^}]*\} \d+ # \{trace_id="([0-9a-f]{32})"\}/.exec(text) ?? [];
  await waitUntil("the trace of the exemplar arrived", async () => (await readSpans(receiverUrl, traceId)).length > 0);
  await waitUntil("the metrics arrived", async () => {
    const names = (await (await fetch(`${receiverUrl}/metrics`)).json()) as Record<string, string[]>;
    return names.edge?.includes("offergraph_request_seconds");
  });
});
