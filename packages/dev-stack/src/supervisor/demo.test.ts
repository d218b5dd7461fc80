import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DemoSteps, ensureDemo } from "./demo.js";

let folder: string;
let done: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-demo-"));
  done = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Each returned step adds its name to `done`. The step `failing` throws an error. */
function steps(failing?: string): DemoSteps {
  const step = async (name: string) => {
    if (name === failing) throw new Error("killed");
    done.push(name);
    return name;
  };
  return {
    createWorkspace: async () => ({ workspaceId: await step("workspace"), secretKey: "secret", publishableKey: "publishable" }),
    // The step `forms` is listed first, but must run after `discounts`.
    seed: new Map([
      ["forms", { after: ["discounts"], make: async () => void (await step("more data")) }],
      ["discounts", { after: [], make: async () => void (await step("data")) }],
    ]),
  };
}
async function ensureFilled(made: DemoSteps) {
  const { fill, ...demo } = await ensureDemo(folder, made);
  await fill?.();
  return demo;
}
const all = ["workspace", "data", "more data"];

describe("the demo workspace", () => {
  it("is created once; its keys are new on the first run only", async () => {
    const first = await ensureFilled(steps());
    expect(first).toEqual({ workspaceId: "workspace", secretKey: "secret", publishableKey: "publishable", isNew: true });
    expect(await ensureDemo(folder, steps())).toEqual({ ...first, isNew: false, fill: undefined });
    expect(done).toEqual(all);
    expect(statSync(path.join(folder, "demo.json")).mode & 0o777).toBe(0o600);
  });
  it("exists before its data", async () => {
    const { fill } = await ensureDemo(folder, steps());
    expect(done).toEqual(["workspace"]);
    await fill?.();
    expect(done).toEqual(all);
  });
  it.each(["workspace", "data", "more data"])("is continued after a run that ended at %s", async (failing) => {
    await expect(ensureFilled(steps(failing))).rejects.toThrow("killed");
    await ensureFilled(steps());
    expect(new Set(done)).toEqual(new Set(all));
    expect(done.filter((step) => step === "workspace" || step.endsWith("data"))).toEqual(["workspace", "data", "more data"]);
  });
});
