import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findApps, gateway, repository } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { createFakeCluster, kubectl, recorder } from "./fake-cluster.js";

const page = readFileSync(path.join(repository, "docs/deployment.md"), "utf8");
const [, section = ""] = /^### First installation$([\s\S]+?)^### /m.exec(page) ?? [];
const commands = [...section.matchAll(/^```sh\n([\s\S]+?)^```$/gm)].map(([, block]) => block).join("");
const apps = findApps().map(({ name }) => name);
const programs = {
  kubectl: recorder.replace("  get)", `  replace) grep image: >> "$CALLS" ;;\n  get)`),
  helm: `#!/bin/sh\necho "helm $*" >> "$CALLS"\n`,
  docker: `#!/bin/sh\necho "docker $*" >> "$CALLS"\n`,
  // A checkout in CI may be a shallow clone.
  git: `#!/bin/sh\ncase "$2" in --is-shallow-repository) echo false ;; --count) echo 1500 ;; HEAD) echo abc ;; *) exit 2 ;; esac\n`,
};

let folder = "";
beforeEach(() => {
  folder = createFakeCluster();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  }
  // The fake kubectl runs the admin command of the workspace service's pod in the current folder.
  mkdirSync(path.join(folder, "dist"));
  writeFileSync(path.join(folder, "dist/admin.js"), "");
  // The commands write files to the current folder.
  cpSync(path.join(repository, "deploy"), path.join(folder, "deploy"), { recursive: true });
  cpSync(path.join(repository, "package.json"), path.join(folder, "package.json"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.skipIf(kubectl === "")("the first installation in docs/deployment.md (needs kubectl)", () => {
  it("runs with a fake cluster: all apps get their image and secret, and the gateway starts last", () => {
    const environment = {
      CALLS: path.join(folder, "calls"),
      REAL_KUBECTL: kubectl,
      JOB_CONDITION: "Complete",
      GATEWAYS: "",
      ROLLOUT_FAILS: "",
    };
    // -u also fails for a variable that no earlier command sets.
    const { status, stderr } = spawnSync("sh", ["-euc", commands], {
      cwd: folder,
      encoding: "utf8",
      env: { ...environment, PATH: `${folder}:${process.env.PATH}`, EDITOR: "true", GATEWAYS_CODE: "0" },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const calls = readFileSync(path.join(folder, "calls"), "utf8").trim().split("\n");
    const found = (pattern: RegExp) => calls.flatMap((call) => pattern.exec(call)?.[1] ?? []);
    expect(found(/^docker build --build-arg APP=(\w+) --build-arg VERSION=0\.1\.1500 --tag \S+:abc \.$/).sort()).toEqual([...apps].sort());
    expect(found(/^create secret \w+ (\S+)/).sort()).toEqual(
      [...apps.map((app) => `${app}-secrets`), "gateway-tls", "streams-secrets"].sort(),
    );
    expect(found(/image: (.+)/)).toEqual(["registry.example/offergraph/discounts:abc"]);
    const rollouts = found(/^rollout status .*deployment\/(\w+)-api/);
    expect([...rollouts].sort()).toEqual([...apps].sort());
    expect([rollouts[0], rollouts.at(-1)]).toEqual(["workspace", gateway]);
    const indexOf = (text: string) => calls.findIndex((call) => call.startsWith(text));
    expect(indexOf("helm repo add")).toBeLessThan(indexOf("helm upgrade"));
    expect(indexOf("wait")).toBeLessThan(indexOf("rollout status"));
  });
});
