import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { copyExamples, packSdk, type RunningExample, runningExample } from "./example-project.js";

const execute = promisify(execFile);

/** A copy of an example outside the repository, with installed packages and the packed SDK. */
export interface InstalledExample {
  inFolder(...names: string[]): string;
  npm(words: string[], env?: Record<string, string>): Promise<string>;
  /** Starts a server, and waits for its address. */
  start(words: string[], env?: Record<string, string>): Promise<RunningExample>;
  remove(): Promise<void>;
}

export async function installExample(name: string): Promise<InstalledExample> {
  const root = await mkdtemp(path.join(tmpdir(), "offergraph-example-"));
  const folder = path.join(root, "examples", name);
  const options = (env: Record<string, string> = {}) => ({
    cwd: folder,
    // Next.js does not support vitest's NODE_ENV `test`.
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: "1", npm_config_loglevel: "error", ...env },
  });
  const npm = async (words: string[], env?: Record<string, string>) => {
    const failed = ({ stdout, stderr }: Record<"stdout" | "stderr", string>) => {
      throw new Error(`npm ${words.join(" ")} failed:\n${stdout}${stderr}`);
    };
    return (await execute("npm", words, { ...options(env), maxBuffer: 2 ** 24 }).catch(failed)).stdout;
  };
  const started: RunningExample[] = [];
  const remove = async () => {
    for (const example of started) await example.stop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    await copyExamples(path.join(root, "examples"));
    // The example's package.json depends on the folder `packages/sdk/dist`.
    const sdk = path.join(root, "packages/sdk/dist");
    await mkdir(sdk, { recursive: true });
    await execute("tar", ["-xzf", await packSdk(root), "-C", sdk, "--strip-components=1"]);
    await npm(["install", "--prefer-offline", "--no-audit", "--no-fund"]);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    inFolder: (...names) => path.join(folder, ...names),
    npm,
    async start(words, env) {
      const example = await runningExample(spawn(process.execPath, words, options(env)));
      started.push(example);
      return example;
    },
    remove,
  };
}
