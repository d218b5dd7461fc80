import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeCluster, deployTo, kubectl, recorder, withGateway } from "./fake-cluster.js";
import { kubernetesFolder } from "./manifests.js";

const image = "registry.example:5000/shop/offergraph-orders@sha256:0123456789012345678901234567890123456789012345678901234567890123";
let folder = "";
beforeEach(() => {
  folder = createFakeCluster();
});
afterEach(() => rmSync(folder, { recursive: true }));
const deploy = (words: readonly string[], answers?: Record<string, string>) => deployTo(folder, words, answers);

describe.skipIf(kubectl === "")("deploy.sh (needs kubectl)", () => {
  const beforeRollout = [
    "kustomize …",
    "apply --selector app.kubernetes.io/component notin (migration, server)",
    "delete --ignore-not-found job/orders-migrate",
    "apply --selector app.kubernetes.io/component=migration",
    "get job/orders-migrate",
  ];
  const rollout = ["apply --selector app.kubernetes.io/component=server", "rollout status deployment/orders-api"];
  const undo = ["rollout undo deployment/orders-api", "rollout status deployment/orders-api"];
  const listed =
    "get pods --selector app.kubernetes.io/name=gateway,app.kubernetes.io/component=server --field-selector status.phase=Running";
  const asked = (pod: string) => `exec ${pod} -- node -e`;
  const refusal = { subgraph: "orders", version: "0.1.7", reasons: ["Query.orders has no @access.", "Unknown type."] };

  it("applies settings, runs migrations and replaces the pods, in this order", async () => {
    const { status, stdout, calls } = await deploy(["staging", "orders", image]);
    expect(status).toBe(0);
    expect(stdout).toContain("No gateway runs in staging yet");
    expect(calls).toEqual([...beforeRollout, ...rollout, listed]);
  });

  it("asks all gateways whether they accept the schema, and waits until old pods with a refused schema have left", async () => {
    const other = { ...refusal, subgraph: "forms" };
    const { status, calls } = await withGateway([[other], [refusal, other], [other]], (PORT) =>
      deploy(["staging", "orders", image], { GATEWAYS: "pod/one\npod/two\n", PORT, SCHEMA_SECONDS: "60" }),
    );
    expect(status).toBe(0);
    const once = [listed, asked("pod/one"), asked("pod/two")];
    expect(calls).toEqual([...beforeRollout, ...rollout, listed, ...once, ...once]);
  });

  it("returns to the previous version if a gateway refuses the schema", async () => {
    const { status, stderr, calls } = await withGateway([[refusal]], (PORT) =>
      deploy(["staging", "orders", image], { GATEWAYS: "pod/one", PORT }),
    );
    expect(status).toBe(1);
    expect(stderr).toContain("orders 0.1.7: Query.orders has no @access. Unknown type.");
    expect(calls.slice(-2)).toEqual(undo);
    expect(calls.filter((call) => call === asked("pod/one"))).toHaveLength(1);
  });

  it("keeps a refused schema with ALLOW_REFUSED_SCHEMA", async () => {
    const { status, stderr, calls } = await withGateway([[refusal]], (PORT) =>
      deploy(["staging", "orders", image], { GATEWAYS: "pod/one", PORT, ALLOW_REFUSED_SCHEMA: "1" }),
    );
    expect(status).toBe(0);
    expect(stderr).toContain("orders 0.1.7: Query.orders has no @access.");
    expect(calls).not.toContain(undo[0]);
  });

  it("fails without a return if a gateway does not respond, or if kubectl cannot list the gateways", async () => {
    const silent = await deploy(["staging", "orders", image], { GATEWAYS: "pod/one", PORT: "1" });
    expect(silent).toMatchObject({ status: 1, stderr: expect.stringContaining("a gateway does not respond") });
    // Node would print the stack of an error that the script does not catch.
    expect(silent.stderr).not.toContain("    at ");
    expect(silent.calls).not.toContain(undo[0]);
    const denied = await deploy(["staging", "orders", image], { GATEWAYS_CODE: "4" });
    expect(denied.status).toBe(4);
    expect(denied.calls).not.toContain(undo[0]);
  });

  it("keeps the previous version if the migrations fail", async () => {
    const { status, stderr, calls } = await deploy(["staging", "orders", image], { JOB_CONDITION: "FailureTarget Failed" });
    expect(status).toBe(1);
    expect(stderr).toContain("The migrations of orders failed.");
    expect(calls).toEqual([...beforeRollout, "logs job/orders-migrate --tail 50"]);
  });

  it("prints the log of the new pods and returns to the previous version if they do not become ready", async () => {
    const { status, stderr, calls } = await deploy(["production", "orders", image], { ROLLOUT_FAILS: "1", GATEWAYS: "orders-api-1" });
    expect(status).toBe(1);
    expect(stderr).toContain("orders did not become ready.");
    const pods = "get pods --selector app.kubernetes.io/name=orders,app.kubernetes.io/component=server";
    // The return ends the new pods, so the log is read before.
    const logs = "logs pod/orders-api-1 --tail 20";
    expect(calls).toEqual([...beforeRollout, ...rollout, pods, pods, `${logs} --previous`, logs, ...undo]);
  });

  it("fails if there is no previous version", async () => {
    const { status, stderr, calls } = await deploy(["staging", "orders", image], { ROLLOUT_FAILS: "1", UNDO_CODE: "1" });
    expect(status).toBe(1);
    expect(stderr).toContain("If this was the first release of orders, there is no previous version.");
    expect(calls.at(-1)).toBe(undo[0]);
  });

  it("deploys the gateway without migrations and a check of its schema", async () => {
    const { status, calls } = await deploy(["staging", "gateway", "offergraph-gateway:1.2.3"], { GATEWAYS: "pod/one" });
    expect(status).toBe(0);
    expect(calls.filter((call) => /job|exec/.test(call))).toEqual([]);
  });

  it("removes its temporary overlay", async () => {
    await deploy(["staging", "orders", image]);
    expect(readdirSync(kubernetesFolder).filter((name) => name.startsWith(".release"))).toEqual([]);
  });

  it("passes on the digest and the name of the image", async () => {
    const text = path.join(folder, "applied");
    writeFileSync(path.join(folder, "kubectl"), recorder.replace("  get)", `  apply) cat "$5" > "${text}" ;;\n  get)`));
    await deploy(["staging", "orders", image]);
    expect(readFileSync(text, "utf8").match(/image: .*/g)).toEqual([`image: ${image}`, `image: ${image}`]);
  });
});

it.each([
  [["staging", "orders"], "Usage: sh deploy/kubernetes/deploy.sh"],
  [["test", "orders", image], "No overlay for the app orders in test."],
  [["staging", "platform", image], "No overlay for the app platform in staging."],
  [["staging", "orders", "registry.example:5000/offergraph-orders"], "needs a tag or a digest"],
])("deploy.sh %j exits with 2", async (words, message) => {
  const { status, stderr, calls } = await deploy(words);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(calls).toEqual([""]);
});

it("deploy.sh, make-env.sh and version.sh are valid for sh", () => {
  for (const file of ["kubernetes/deploy.sh", "make-env.sh", "version.sh"])
    execFileSync("sh", ["-n", path.join(kubernetesFolder, "..", file)]);
});
