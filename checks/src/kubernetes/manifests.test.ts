import { readFileSync } from "node:fs";
import path from "node:path";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { expect, it } from "vitest";
import { findProblems } from "./find-problems.js";
import { kubernetesFolder, readFiles } from "./manifests.js";

const files = readFiles();

it.each(files)("$file is valid for the Kubernetes API", async ({ manifest }) => {
  expect(await findProblems(manifest)).toEqual([]);
});

it("finds a wrong type, a missing field and an unknown field", async () => {
  const [deployment] = files.filter(({ manifest }) => manifest.kind === "Deployment").map(({ manifest }) => manifest);
  if (!deployment) throw new Error("deploy/kubernetes has no Deployment.");
  const spec = deployment.spec as { template: object };
  expect(await findProblems({ ...deployment, spec: { ...spec, minReadySeconds: "5" } })).toEqual([
    expect.stringContaining("minReadySeconds"),
  ]);
  expect(await findProblems({ ...deployment, spec: { template: spec.template } })).toEqual([expect.stringContaining("selector")]);
  expect(await findProblems({ ...deployment, spec: { ...spec, replica: 2 } })).toEqual(["unknown field /spec/replica"]);
});

it("each autoscaler uses metrics that prometheus-adapter.yaml defines from an exported metric", async () => {
  const adapter = readFileSync(path.join(kubernetesFolder, "platform/prometheus-adapter.yaml"), "utf8");
  const defined = [...adapter.matchAll(/name: \{ as: (\w+) \}/g)].map(([, name]) => name);
  const text = ["app/autoscaler.yaml", "components/subgraph/consumer-lag.yaml"].map((file) =>
    readFileSync(path.join(kubernetesFolder, file), "utf8"),
  );
  const used = [...text.join("\n").matchAll(/metric: \{ name: (\w+)/g)].map(([, name]) => name);
  expect(used.sort()).toEqual(defined.sort());
  const [, series = ""] = /seriesQuery: '(\w+)_count\{/.exec(adapter) ?? [];
  const exported = await createMetrics("test").read();
  expect(exported.map(({ name }) => name)).toContain(series);
});
