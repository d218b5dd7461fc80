import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createLogger } from "@offergraph/shared/log/logger";
import { describe, expect, inject, it } from "vitest";
import { startPrometheus } from "../packages/dev-stack/src/prometheus.js";
import { prometheusProgram } from "../packages/dev-stack/src/prometheus-binary.js";
import { alertExpressions, type Expression, metricsIn, panelExpressions, samplesIn } from "./src/observe/expressions.js";
import { repository, type SystemFile } from "./src/start-system.js";
import { respond, rewardedForm } from "./src/trace/rewarded-form.js";
import { waitUntil } from "./src/wait-until.js";
import { readSystem } from "./src/workspace.js";

const execute = promisify(execFile);
const rules = path.join(repository, "deploy/observe/prometheus");

it("dashboards and alerts read only metrics that the services export", async () => {
  const { metricsUrls } = await readSystem();
  const texts = await Promise.all(Object.values(metricsUrls).map(async (url) => (await fetch(url)).text()));
  // prom-client does not reject a counter and a gauge whose names differ only in the suffix of the counter.
  for (const text of texts) expect(samplesIn(text)).toEqual([...new Set(samplesIn(text))]);
  const exported = new Set(["up", ...texts.flatMap(samplesIn)]);
  const expressions = [...(await panelExpressions()), ...(await alertExpressions())];
  expect(expressions.length).toBeGreaterThan(50);
  for (const { place, text } of expressions) {
    const read = metricsIn(text);
    expect(read.length, place).toBeGreaterThan(0);
    expect(
      read.filter((name) => !exported.has(name)),
      place,
    ).toEqual([]);
  }
});

it("prints the status of the running system on one screen", async () => {
  const env = { ...process.env, DATA_DIR: inject("dataDirectory") };
  const { stdout } = await execute("node", ["scripts/offergraph.mjs", "status", "--seconds", "0.2"], { cwd: repository, env });
  expect(stdout).toMatch(/^ +gateway +yes +\d+\.\d+\.\d+ +\d/m);
  for (const service of ["discounts", "forms", "incentives", "orders", "workspace"])
    expect(stdout).toMatch(new RegExp(`^ +${service} +yes .* s$`, "m"));
});

describe.runIf(process.env.PROVE_TELEMETRY)("with Prometheus", () => {
  it("promtool accepts the alert rules, and their tests pass", async () => {
    const promtool = await prometheusProgram("promtool", createLogger("prove", "info"));
    const run = async (...words: string[]) => (await execute(promtool, words, { cwd: rules })).stdout;
    expect(await run("check", "rules", "alerts.yml")).toContain("SUCCESS");
    expect(await run("check", "config", "--syntax-only", "prometheus.yml")).toContain("SUCCESS");
    expect(await run("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });

  it("each panel of the dashboards has data", async () => {
    const file = await readSystem();
    const folder = await mkdtemp(path.join(tmpdir(), "offergraph-prometheus-"));
    const settings = { folder, metricsUrls: file.metricsUrls, rulesFile: path.join(rules, "alerts.yml"), intervalSeconds: 1 };
    const prometheus = await startPrometheus({ ...settings, log: createLogger("prove", "info") });
    try {
      const { publicKey } = await rewardedForm(file.baseUrl, `${inject("telemetryUrl")}/hook`);
      let empty: Expression[] = [];
      await waitUntil("each panel has data", async () => {
        await sendLoad(file, publicKey);
        empty = await withoutData(prometheus.url);
        return empty.length === 0;
      }).catch(() => expect(empty).toEqual([]));
      const alerts = (await (await fetch(`${prometheus.url}/api/v1/rules`)).json()) as { data: { groups: { rules: object[] }[] } };
      expect(alerts.data.groups[0]?.rules).toHaveLength((await alertExpressions()).length);
    } finally {
      await prometheus.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Sends requests of each kind: queries, a rejected request, and a response that leads to a push and a webhook. */
async function sendLoad({ baseUrl, secretKey }: SystemFile, publicKey: string): Promise<void> {
  const post = (key: string, query: string) =>
    fetch(`${baseUrl}/graphql/v1`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
  await post(secretKey, "{ list_discount_codes(first: 1) { nodes { rowId } } }");
  await post("unknown", "{ list_discount_codes(first: 1) { nodes { rowId } } }");
  await post(secretKey, "{ unknown }");
  await respond(baseUrl, publicKey);
}

async function withoutData(prometheusUrl: string): Promise<Expression[]> {
  const results = (await panelExpressions()).map(async (expression) => {
    const query = expression.text.replaceAll("$__rate_interval", "1m").replaceAll("$__range", "5m");
    const answer = await fetch(`${prometheusUrl}/api/v1/query?${new URLSearchParams({ query })}`);
    const { data, error } = (await answer.json()) as { data?: { result: unknown[] }; error?: string };
    if (!data) throw new Error(`${expression.place}: ${error}`);
    return data.result.length > 0 ? [] : [expression];
  });
  return (await Promise.all(results)).flat();
}
