import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";
import { readFiles } from "./kubernetes/manifests.js";

interface Rule {
  source_labels: string[];
  separator?: string;
  regex?: string;
  action?: "keep" | "drop" | "replace";
  target_label?: string;
  replacement?: string;
}
interface Job {
  job_name: string;
  static_configs?: { targets: string[] }[];
  dns_sd_configs?: { names: string[]; port: number }[];
  kubernetes_sd_configs?: { role: string; namespaces: { names: string[] } }[];
  relabel_configs: Rule[];
}
type Labels = Record<string, string>;

const read = (file: string): unknown => parse(readFileSync(path.join(repository, file), "utf8"), { merge: true });
function configuration(file: string) {
  const { rule_files, scrape_configs } = read(`deploy/observe/prometheus/${file}`) as { rule_files: string[]; scrape_configs: Job[] };
  const [job, ...others] = scrape_configs;
  if (!job || others.length > 0) throw new Error(`${file} must have one scrape job, because the alerts select one job.`);
  return { rule_files, job };
}

/** Applies relabeling rules like Prometheus. Returns undefined for a dropped target, or else the labels without `__meta_` labels. */
function relabel(discovered: Labels, rules: readonly Rule[]): Labels | undefined {
  const labels = { ...discovered };
  for (const { source_labels, separator = ";", regex = "(.*)", action = "replace", target_label = "", replacement = "$1" } of rules) {
    const value = source_labels.map((name) => labels[name] ?? "").join(separator);
    const match = new RegExp(`^(?:${regex})$`).exec(value);
    if (action === "replace" && match) labels[target_label] = value.replace(new RegExp(`^(?:${regex})$`), replacement);
    if ((action === "keep" && !match) || (action === "drop" && match)) return undefined;
  }
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith("__meta_")));
}

it.each(["prometheus.yml", "kubernetes.yml"])("%s loads the alerts, which select the job by its name", (file) => {
  const { rule_files, job } = configuration(file);
  expect(rule_files).toEqual(["alerts.yml"]);
  const alerts = readFileSync(path.join(repository, "deploy/observe/prometheus/alerts.yml"), "utf8");
  expect(new Set([...alerts.matchAll(/job="(\w+)"/g)].map(([, name]) => name))).toEqual(new Set([job.job_name]));
});

describe("prometheus.yml", () => {
  const { services } = read("docker-compose.yml") as {
    services: Record<string, { profiles?: string[]; environment?: { METRICS_PORT?: string } }>;
  };
  const exporters = Object.entries(services).filter(([, { environment }]) => environment?.METRICS_PORT !== undefined);
  const { job } = configuration("prometheus.yml");

  it("scrapes each container that exports metrics, and containers of profiles only if they have a DNS name", () => {
    const of = (inProfile: boolean) => exporters.filter(([, { profiles }]) => (profiles !== undefined) === inProfile).map(([name]) => name);
    const ports = Object.fromEntries(exporters.map(([name, { environment }]) => [name, environment?.METRICS_PORT]));
    expect(job.static_configs?.flatMap(({ targets }) => targets).sort()).toEqual(
      of(false)
        .map((name) => `${name}:${ports[name]}`)
        .sort(),
    );
    expect(job.dns_sd_configs?.flatMap(({ names, port }) => names.map((name) => `${name}:${port}`))).toEqual(
      of(true).map((name) => `${name}:${ports[name]}`),
    );
    expect(of(true)).toEqual(["gateway-2"]);
  });

  it("names the instance of a container by its DNS name, as the alert OffergraphProcessDown expects", () => {
    const found = { __address__: "172.18.0.9:9464", __meta_dns_name: "gateway-2" };
    expect(relabel(found, job.relabel_configs)).toEqual({ __address__: "172.18.0.9:9464", instance: "gateway-2:9464" });
    expect(relabel({ __address__: "forms:9464" }, job.relabel_configs)).toEqual({ __address__: "forms:9464" });
  });
});

describe("kubernetes.yml", () => {
  const { job } = configuration("kubernetes.yml");
  const deployment = readFiles().find(({ manifest }) => manifest.kind === "Deployment")?.manifest as unknown as {
    spec: { template: { metadata: { annotations: Labels } } };
  };
  const annotations = Object.entries(deployment.spec.template.metadata.annotations).map(
    ([name, value]) => [`__meta_kubernetes_pod_annotation_${name.replace(/\W/g, "_")}`, value] as const,
  );
  const pod = (port: number, phase: string): Labels => ({
    __address__: `10.0.0.7:${port}`,
    __meta_kubernetes_namespace: "offergraph-production",
    __meta_kubernetes_pod_name: "forms-api-1",
    __meta_kubernetes_pod_phase: phase,
    ...Object.fromEntries(annotations),
  });

  it("finds the pods of production", () => {
    const overlay = read("deploy/kubernetes/overlays/production/platform/kustomization.yaml") as { namespace: string };
    expect(job.kubernetes_sd_configs).toEqual([{ role: "pod", namespaces: { names: [overlay.namespace] } }]);
  });

  it("creates one target for each running pod, with the labels that alerts, dashboards and prometheus-adapter use", () => {
    const target = {
      __address__: "10.0.0.7:9464",
      __metrics_path__: "/metrics",
      instance: "forms-api-1",
      pod: "forms-api-1",
      namespace: "offergraph-production",
    };
    for (const port of [4000, 9464]) expect(relabel(pod(port, "Running"), job.relabel_configs)).toEqual(target);
  });

  it("ignores ended pods, and pods without the annotations", () => {
    expect(relabel(pod(9464, "Failed"), job.relabel_configs)).toBeUndefined();
    const { __meta_kubernetes_pod_annotation_prometheus_io_scrape: _scrape, ...other } = pod(9464, "Running");
    expect(relabel(other, job.relabel_configs)).toBeUndefined();
  });
});
