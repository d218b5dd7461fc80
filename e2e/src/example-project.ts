import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { polling } from "@offergraph/testkit/timeouts";
import { expect, vi } from "vitest";
import { repository } from "./start-system.js";

const execute = promisify(execFile);

/** Simulates an SDK user's project: a folder outside the repository with the packed SDK and `examples`. */
export interface ExampleProject {
  folder: string;
  inFolder(...names: string[]): string;
  /** Links packages from the repository, without a download. Fails if the repository has another version of the package. */
  link(packages: Readonly<Record<string, string>>): Promise<void>;
  /** Runs an example to its end, and returns its output. */
  run(words: string[], env: Record<string, string>, input?: string): Promise<string>;
  start(name: string, env: Record<string, string>): Promise<RunningExample>;
  remove(): Promise<void>;
}

export interface RunningExample {
  address: string;
  output(): string;
  stop(): Promise<void>;
}

export async function createExampleProject(): Promise<ExampleProject> {
  const folder = await mkdtemp(path.join(tmpdir(), "offergraph-sdk-"));
  const inFolder = (...names: string[]) => path.join(folder, ...names);
  await writeFile(inFolder("package.json"), JSON.stringify({ name: "shop", private: true, type: "module" }));
  await execute("npm", ["install", "--offline", "--no-audit", "--no-fund", await packSdk(folder)], { cwd: folder });
  await copyExamples(inFolder("examples"));
  const started: RunningExample[] = [];
  return {
    folder,
    inFolder,
    link: (packages) => linkAll(path.join(folder, "node_modules"), packages),
    async run(words, env, input = "") {
      const running = execute(process.execPath, words, { cwd: folder, env: { PATH: process.env.PATH, ...env } });
      running.child.stdin?.end(input);
      return (await running).stdout;
    },
    async start(name, env) {
      const child = spawn(process.execPath, [inFolder("examples", name)], { env: { PATH: process.env.PATH, PORT: "0", ...env } });
      const example = await runningExample(child);
      started.push(example);
      return example;
    },
    async remove() {
      for (const example of started) await example.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function packSdk(folder: string): Promise<string> {
  const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", folder, "./packages/sdk/dist"], { cwd: repository });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return path.join(folder, filename);
}

/** Copies the examples without installed packages, built files and data. */
export async function copyExamples(target: string): Promise<void> {
  const isSource = (file: string) => !/[/\\](node_modules|\.next|data|\.env\.local|generated|dist)$/.test(file);
  await cp(path.join(repository, "examples"), target, { recursive: true, filter: isSource });
}

async function linkAll(target: string, packages: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, version] of Object.entries(packages)) {
    const installed = path.join(repository, "node_modules", name);
    const own = JSON.parse(await readFile(path.join(installed, "package.json"), "utf8")) as { version: string };
    expect(own.version, name).toBe(version);
    await mkdir(path.dirname(path.join(target, name)), { recursive: true });
    await symlink(installed, path.join(target, name)).catch(ignoreExisting);
  }
  await symlink(path.join(repository, "node_modules/.bin"), path.join(target, ".bin")).catch(ignoreExisting);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

export async function runningExample(child: ChildProcess): Promise<RunningExample> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const ended = once(child, "close");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  try {
    const address = await vi.waitFor(() => /http:\/\/\S+/.exec(output)?.[0] ?? expect.fail(output), polling);
    return { address, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
