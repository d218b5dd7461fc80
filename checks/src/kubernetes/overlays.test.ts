import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { findApps, gateway } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { envReaders } from "../env-readers.js";
import { findProblems } from "./find-problems.js";
import { kubernetesFolder, type Manifest, render } from "./manifests.js";

/** The parts of a pod that the tests read. */
interface PodSpec {
  terminationGracePeriodSeconds?: number;
  automountServiceAccountToken?: boolean;
  securityContext: object;
  volumes: { name: string; emptyDir?: object }[];
  containers: {
    image: string;
    env?: { name: string; value?: string }[];
    envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
    lifecycle?: { preStop: { sleep: { seconds: number } } };
    resources: { requests: object; limits: object };
    securityContext: object;
    volumeMounts: { mountPath: string }[];
  }[];
}

const apps = findApps().map(({ name }) => name);
const environments = ["staging", "production"];
const hasKubectl = (() => {
  try {
    execFileSync("kubectl", ["version", "--client"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

const find = (manifests: readonly Manifest[], kind: string) => manifests.filter((one) => one.kind === kind);
const one = (manifests: readonly Manifest[], kind: string) => {
  const [found, ...others] = find(manifests, kind);
  if (!found || others.length > 0) throw new Error(`Expected one ${kind}.`);
  return found as Manifest & { spec: Record<string, unknown>; data: Record<string, string> };
};
const podOf = (manifest: Manifest) => (manifest as unknown as { spec: { template: { spec: PodSpec } } }).spec.template.spec;

describe.skipIf(!hasKubectl).each(environments)("overlays/%s (needs kubectl)", (environment) => {
  const folders = [...apps, "platform", "streams", "backup"];
  const rendered = hasKubectl
    ? Promise.all(folders.map(async (name) => [name, await render(`overlays/${environment}/${name}`)] as const))
    : undefined;
  const manifestsOf = async (name: string) => new Map(await rendered).get(name) ?? [];

  it.each(folders)("%s is valid for the Kubernetes API, in the namespace of the environment", async (name) => {
    for (const manifest of await manifestsOf(name)) {
      expect(await findProblems(manifest), `${manifest.kind} ${manifest.metadata.name}`).toEqual([]);
      const { namespace, name: own } = manifest.metadata;
      expect(manifest.kind === "Namespace" ? own : namespace).toBe(`offergraph-${environment}`);
    }
  });

  it.each(apps)("%s contains only its own objects, so that its team can deploy it alone", async (app) => {
    const manifests = await manifestsOf(app);
    for (const { kind, metadata } of manifests) expect(metadata.name, kind).toMatch(new RegExp(`^${app}-`));
    const kinds = new Set(manifests.map(({ kind }) => kind));
    const common = [
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount",
    ];
    expect([...kinds].sort()).toEqual([...common, app === gateway ? "Ingress" : "Job"].sort());
  });

  it.each(apps)("%s starts with the settings and the secrets of its base", async (app) => {
    const manifests = await manifestsOf(app);
    const secrets = parseEnv(readFileSync(path.join(kubernetesFolder, `base/${app}/secrets.example.env`), "utf8")) as Record<
      string,
      string
    >;
    const [container] = podOf(one(manifests, "Deployment")).containers;
    const own = Object.fromEntries((container?.env ?? []).map(({ name, value = "" }) => [name, value]));
    const { data, metadata } = one(manifests, "ConfigMap");
    expect(container?.envFrom).toEqual([{ configMapRef: { name: metadata.name } }, { secretRef: { name: `${app}-secrets` } }]);
    expect(Object.keys(data).filter((name) => name in secrets)).toEqual([]);
    const settings = envReaders[app]?.({ ...data, ...secrets, ...own }) ?? {};
    const unread = Object.keys({ ...data, ...secrets }).filter((name) => !(name in settings));
    // An app reads PUBLIC_URL only if its responses contain links.
    expect(unread.filter((name) => name !== "PUBLIC_URL")).toEqual([]);
  });

  it.each(apps)("%s runs without privileges, with limits, and has time to finish requests", async (app) => {
    const manifests = await manifestsOf(app);
    for (const manifest of [...find(manifests, "Deployment"), ...find(manifests, "Job")]) {
      const pod = podOf(manifest);
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
      expect(pod.volumes.every(({ emptyDir }) => emptyDir)).toBe(true);
      for (const container of pod.containers) {
        expect(container.image).toBe(`offergraph-${app}`);
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } });
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(app === gateway ? ["/tmp", "/data"] : ["/tmp"]);
      }
    }
    const { terminationGracePeriodSeconds = 0, containers } = podOf(one(manifests, "Deployment"));
    // During a shutdown, a server waits up to 10 s for running requests, and a consumer may need 10 s to process its current events.
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual((containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0) + 20);
  });

  it("connects the parts of each app by name", async () => {
    for (const app of apps) {
      const manifests = await manifestsOf(app);
      const selector = { "app.kubernetes.io/component": "server", "app.kubernetes.io/name": app };
      expect(one(manifests, "Service").spec).toMatchObject({ selector });
      expect(one(manifests, "Deployment").spec).toMatchObject({
        selector: { matchLabels: selector },
        template: { metadata: { labels: selector } },
      });
      expect(one(manifests, "Deployment").spec).not.toHaveProperty("replicas");
      expect(one(manifests, "PodDisruptionBudget").spec).toMatchObject({ selector: { matchLabels: selector } });
      expect(one(manifests, "HorizontalPodAutoscaler").spec).toMatchObject({ scaleTargetRef: { kind: "Deployment", name: `${app}-api` } });
      if (app === gateway) continue;
      const external = { metric: { name: "offergraph_consumer_lag", selector: { matchLabels: { consumer_service: app } } } };
      expect(one(manifests, "HorizontalPodAutoscaler").spec.metrics).toEqual([
        expect.objectContaining({ type: "Pods" }),
        expect.objectContaining({ type: "External", external: expect.objectContaining(external) }),
      ]);
    }
  });

  it("lets only discounts and workspace send requests to the internet, and only the gateway send requests to services", async () => {
    const blocks = async (app: string) => JSON.stringify(find(await manifestsOf(app), "NetworkPolicy")).includes("ipBlock");
    const open = await Promise.all(apps.map(async (app) => ((await blocks(app)) ? [app] : [])));
    expect(open.flat()).toEqual(["discounts", "workspace"]);
    for (const app of apps.filter((name) => name !== gateway)) {
      const policies = find(await manifestsOf(app), "NetworkPolicy") as unknown as {
        spec: { ingress?: { ports: { port: unknown }[]; from: object[] }[] };
      }[];
      const http = policies.flatMap(({ spec }) => spec.ingress ?? []).filter(({ ports }) => ports.some(({ port }) => port === "http"));
      const peer = { podSelector: { matchExpressions: [{ key: "app.kubernetes.io/name", operator: "In", values: [gateway] }] } };
      expect(http.map(({ from }) => from)).toEqual([[peer]]);
    }
    const [standard] = find(await manifestsOf("platform"), "NetworkPolicy");
    expect(standard).toMatchObject({ spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] } });
  });
});
