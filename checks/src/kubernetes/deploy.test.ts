import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { kubernetesFolder } from "./manifests.js";

// A fake kubectl that records its calls and prints the responses of a cluster. Only `kubectl kustomize` really runs.
const recorder = `#!/bin/sh
echo "$*" >> "$CALLS"
case "$1" in
  kustomize) exec "$REAL_KUBECTL" "$@" ;;
  get) echo "$JOB_CONDITION" ;;
  rollout) if [ "$2" = status ] && [ -n "$ROLLOUT_FAILS" ] && ! grep -q "^rollout undo" "$CALLS"; then exit 1; fi ;;
esac
`;
const image = "registry.example:5000/shop/offergraph-orders@sha256:0123456789012345678901234567890123456789012345678901234567890123";
const { stdout: found } = spawnSync("sh", ["-c", "command -v kubectl"], { encoding: "utf8" });
const kubectl = found.trim();
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-deploy-"));
  writeFileSync(path.join(folder, "kubectl"), recorder);
  chmodSync(path.join(folder, "kubectl"), 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

function deploy(words: readonly string[], answers: Record<string, string> = {}) {
  const calls = path.join(folder, "calls");
  writeFileSync(calls, "");
  const { status, stderr } = spawnSync("sh", [path.join(kubernetesFolder, "deploy.sh"), ...words], {
    encoding: "utf8",
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      CALLS: calls,
      REAL_KUBECTL: kubectl,
      JOB_CONDITION: "SuccessCriteriaMet Complete",
      ROLLOUT_FAILS: "",
      ...answers,
    },
  });
  const lines = readFileSync(calls, "utf8").trim().split("\n");
  const shortened = lines.map((line) => line.replace(/ --(namespace|filename|timeout|output) \S+/g, "").replace(/ \/\S+/g, " …"));
  return { status, stderr, calls: shortened };
}

describe.skipIf(kubectl === "")("deploy.sh (needs kubectl)", () => {
  const beforeRollout = [
    "kustomize …",
    "apply --selector app.kubernetes.io/component notin (migration, server)",
    "delete --ignore-not-found job/orders-migrate",
    "apply --selector app.kubernetes.io/component=migration",
    "get job/orders-migrate",
  ];
  const rollout = ["apply --selector app.kubernetes.io/component=server", "rollout status deployment/orders-api"];

  it("applies settings, runs migrations and replaces the pods, in this order", () => {
    expect(deploy(["staging", "orders", image])).toMatchObject({ status: 0, calls: [...beforeRollout, ...rollout] });
  });

  it("keeps the previous version if the migrations fail", () => {
    const { status, stderr, calls } = deploy(["staging", "orders", image], { JOB_CONDITION: "FailureTarget Failed" });
    expect(status).toBe(1);
    expect(stderr).toContain("The migrations of orders failed.");
    expect(calls).toEqual([...beforeRollout, "logs job/orders-migrate --tail 50"]);
  });

  it("returns to the previous version if the new version does not become ready", () => {
    const { status, stderr, calls } = deploy(["production", "orders", image], { ROLLOUT_FAILS: "1" });
    expect(status).toBe(1);
    expect(stderr).toContain("orders did not become ready.");
    const undo = ["rollout undo deployment/orders-api", "rollout status deployment/orders-api"];
    expect(calls).toEqual([...beforeRollout, ...rollout, ...undo]);
  });

  it("deploys the gateway without migrations", () => {
    const { status, calls } = deploy(["staging", "gateway", "offergraph-gateway:1.2.3"]);
    expect(status).toBe(0);
    expect(calls.filter((call) => call.includes("job"))).toEqual([]);
  });

  it("removes its temporary overlay", () => {
    deploy(["staging", "orders", image]);
    expect(readdirSync(kubernetesFolder).filter((name) => name.startsWith(".release"))).toEqual([]);
  });

  it("passes on the digest and the name of the image", () => {
    const text = path.join(folder, "applied");
    writeFileSync(path.join(folder, "kubectl"), recorder.replace("  get)", `  apply) cat "$5" > "${text}" ;;\n  get)`));
    deploy(["staging", "orders", image]);
    expect(readFileSync(text, "utf8").match(/image: .*/g)).toEqual([`image: ${image}`, `image: ${image}`]);
  });
});

it.each([
  [["staging", "orders"], "Usage: sh deploy/kubernetes/deploy.sh"],
  [["test", "orders", image], "No overlay for the app orders in test."],
  [["staging", "platform", image], "No overlay for the app platform in staging."],
  [["staging", "orders", "registry.example:5000/offergraph-orders"], "needs a tag or a digest"],
])("deploy.sh %j exits with 2", (words, message) => {
  const { status, stderr, calls } = deploy(words);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(calls).toEqual([""]);
});

it("deploy.sh and make-env.sh are valid for sh", () => {
  for (const file of ["kubernetes/deploy.sh", "make-env.sh"]) execFileSync("sh", ["-n", path.join(kubernetesFolder, "..", file)]);
});
