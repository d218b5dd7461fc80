import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { repository } from "../../e2e/src/start-system.js";

const maxStartMs = 60_000;
const pollMs = 20;

export interface StartedChild<Answer> {
  pid: number;
  answer: Answer;
  stop(): Promise<void>;
}

/** Runs a TypeScript file of bench/src in a child process. Sends `message` and returns the child's first message. */
export async function startChild<Answer>(script: string, message: object): Promise<StartedChild<Answer>> {
  const child = fork(path.join(repository, "bench/src", script), {
    execArgv: ["--conditions=source", "--import", "tsx"],
    stdio: "inherit",
  });
  child.send(message);
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`bench/src/${script} exited with code ${code} before it was ready.`);
  });
  const [answer] = await Promise.race([once(child, "message"), exited]);
  exited.catch(() => undefined);
  return { pid: child.pid ?? 0, answer: answer as Answer, stop: () => stopProcess(child) };
}

export interface Command {
  command: string;
  words: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Address that accepts HTTP requests as soon as the process is ready. */
  url: string;
}

/** Starts a server process and waits until its address answers. An error message contains the last lines of the output. */
export async function startServer({ command, words, cwd, env, url }: Command): Promise<{ pid: number; stop(): Promise<void> }> {
  const child = spawn(command, words, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
    });
  child.on("error", (error) => {
    output += error.message;
  });
  const end = Date.now() + maxStartMs;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.pid === undefined || Date.now() > end) {
      await stopProcess(child);
      throw new Error(`${path.basename(command)} did not start: ${output.trim().split("\n").slice(-5).join("\n")}`);
    }
    await sleep(pollMs);
  }
  return { pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

async function answers(url: string): Promise<boolean> {
  const body = JSON.stringify({ query: "{ __typename }" });
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined && response.status < 500;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill();
  const kill = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await exit;
  clearTimeout(kill);
}
