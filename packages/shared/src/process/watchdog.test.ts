import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";

const script = fileURLToPath(new URL("testing/watched.ts", import.meta.url));
let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
});

function run(silenceSeconds: number, blockedSeconds: number) {
  const started = spawn(process.execPath, ["--import", "tsx", "--conditions=source", script, `${silenceSeconds}`, `${blockedSeconds}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  let output = "";
  started.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const ended = once(started, "close").then(([code, signal]) => ({ code, signal, output }));
  const ready = once(started.stdout, "data");
  return { child: started, ready, ended };
}

it("kills a process with a blocked event loop and logs it", async () => {
  const { signal, output } = await run(2, 3_600).ended;
  expect(signal).toBe("SIGKILL");
  const [ready, line = "{}"] = output.trim().split("\n");
  expect(ready).toBe("ready");
  expect(JSON.parse(line)).toMatchObject({ level: "fatal", service: "watched", msg: "Event loop blocked; ending the process" });
});

it("does not kill a process that blocks for less than the limit, or if disabled", async () => {
  expect(await run(60, 2).ended).toMatchObject({ code: 0, output: "ready\ndone\n" });
  expect(await run(0, 2).ended).toMatchObject({ code: 0, output: "ready\ndone\n" });
});

it("does not kill a process that was suspended for longer than the limit", async () => {
  const { child: suspended, ready, ended } = run(4, 0.1);
  await ready;
  suspended.kill("SIGSTOP");
  // The process stays suspended for longer than the limit.
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  suspended.kill("SIGCONT");
  expect(await ended).toMatchObject({ code: 0, output: "ready\ndone\n" });
});
