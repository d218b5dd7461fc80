import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { polling } from "@offergraph/testkit/timeouts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { becomes } from "../processes.js";
import { identify, stillRuns } from "./identity.js";
import { createOutput } from "./output.js";
import { endOrphans, ProcessRegistry } from "./process-registry.js";
import { SupervisedApp } from "./supervised-app.js";

const fixture = fileURLToPath(new URL("../fixtures/service.mjs", import.meta.url));
const orphaning = fileURLToPath(new URL("../fixtures/supervisor.ts", import.meta.url));

let folder: string;
let said: string;
let restarts: number;
let apps: SupervisedApp[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-supervisor-"));
  said = "";
  restarts = 0;
  apps = [];
});
afterEach(async () => {
  for (const app of apps) app.kill();
  await Promise.all(apps.map((app) => app.stop().catch(() => undefined)));
  await rm(folder, { recursive: true, force: true });
});

function supervise(behaviour = "", name = "forms", registry = new ProcessRegistry(folder)): SupervisedApp {
  const app = new SupervisedApp({
    name,
    script: [fixture],
    directory: folder,
    environment: { PORT: "0", FIXTURE: behaviour, NAME: name, ENDINGS: path.join(folder, "endings") },
    logDirectory: path.join(folder, "logs"),
    registry,
    output: createOutput((text) => {
      said += text;
    }, false),
    onRestart: () => {
      restarts += 1;
    },
  });
  apps.push(app);
  return app;
}

const answerOf = async (url: string) => fetch(url).then((response) => response.text());

describe("a supervised app", () => {
  it("restarts on its own port each time it is killed", async () => {
    const app = supervise();
    const url = await app.ready();
    for (let killed = 1; killed <= 3; killed += 1) {
      const before = app.pid;
      process.kill(before, "SIGKILL");
      const isBack = async () => (await answerOf(url).catch(() => "")) === String(app.pid) && app.pid !== before;
      expect(await becomes(isBack, polling.timeout)).toBe(true);
      expect(restarts).toBe(killed);
    }
    expect(said).toContain("exited (SIGKILL); restarting");
  });

  it("drains on stop, and leaves no process, port or registry entry", async () => {
    const registry = new ProcessRegistry(folder);
    const app = supervise("", "orders", registry);
    const url = await app.ready();
    const process = identify(app.pid);
    expect(registry.leftBehind()).toEqual([{ name: "orders", ...process }]);
    await app.stop();
    expect(stillRuns(process)).toBe(false);
    await expect(answerOf(url)).rejects.toThrow();
    expect(registry.leftBehind()).toEqual([]);
    expect(await readFile(path.join(folder, "endings"), "utf8")).toBe("orders\n");
    expect(restarts).toBe(0);
  });

  it("is killed at once on forceStop if it does not drain", async () => {
    const app = supervise("deaf");
    await app.ready();
    const stopped = app.stop();
    app.kill();
    await stopped;
  });

  it("reports its own output if it does not start", async () => {
    await expect(supervise("broken").ready()).rejects.toThrow(/forms failed to start \(exit code 1\).*forms\.log.*FIXTURE {2}broken/s);
  });

  it("shortens warnings, and keeps the log of the previous run", async () => {
    const first = supervise();
    await first.ready();
    await first.stop();
    const second = supervise();
    await second.ready();
    expect(said).toContain("warn: a warning: of the fixture");
    const logs = [path.join(folder, "logs/forms.log"), path.join(folder, "logs/forms.log.1")];
    for (const log of logs) expect(await readFile(log, "utf8")).toContain('"msg":"ready"');
  });
});

describe("after a SIGKILL of the supervisor", () => {
  async function killedRun(behaviour: string) {
    const registry = new ProcessRegistry(folder);
    const words = ["--conditions=source", "--import", "tsx", orphaning, folder, fixture, behaviour];
    const supervisor = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
    await once(supervisor.stdout, "data");
    const left = registry.leftBehind();
    supervisor.kill("SIGKILL");
    await once(supervisor, "exit");
    return { registry, left };
  }

  it("an app drains by itself", async () => {
    const { left } = await killedRun("");
    expect(left.map((entry) => entry.name)).toEqual(["discounts"]);
    expect(await becomes(() => !left.some(stillRuns), polling.timeout)).toBe(true);
    expect(await readFile(path.join(folder, "endings"), "utf8")).toBe("discounts\n");
  });

  it("the next run ends an orphaned app, but no process that reused its id", async () => {
    const { registry, left } = await killedRun("deaf");
    expect(registry.leftBehind()).toEqual(left);
    const stranger = { name: "forms", pid: process.pid, started: "another time" };
    const ended = await endOrphans([...registry.leftBehind(), stranger]);
    expect(ended).toEqual(["discounts"]);
    expect(left.some(stillRuns)).toBe(false);
    expect(stillRuns(identify(process.pid))).toBe(true);
  });
});
