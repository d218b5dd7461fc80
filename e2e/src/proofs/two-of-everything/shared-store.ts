import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { freePort } from "@offergraph/shared/http/free-port";
import { createLogger } from "@offergraph/shared/log/logger";
import { natsCache } from "../../../../packages/dev-stack/find-nats.mjs";
import { fetchPrograms } from "../../../../packages/dev-stack/src/debian-package.js";
import { findProgram } from "../../../../packages/dev-stack/src/run-as.js";

const folder = path.join(path.dirname(natsCache()), "redis-server");
/** The Debian package redis-tools contains the Redis server under this file name. */
const program = "redis-check-rdb";
const libraries = { liblzf1: "liblzf.so.1", libjemalloc2: "libjemalloc.so.2", libatomic1: "libatomic.so.1" };

async function command(): Promise<{ file: string; env: NodeJS.ProcessEnv }> {
  const installed = (await findProgram("valkey-server")) ?? (await findProgram("redis-server"));
  if (installed) return { file: installed, env: process.env };
  const file = path.join(folder, program);
  if (!existsSync(file)) await download();
  return { file, env: { ...process.env, LD_LIBRARY_PATH: folder } };
}

/** Downloads the libraries before the program. If the program exists, the download is complete. */
async function download(): Promise<void> {
  const log = createLogger("proof", "info");
  const system = `usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
  for (const [name, library] of Object.entries(libraries)) await fetchPrograms({ name, programs: [`${system}/${library}`], folder, log });
  await fetchPrograms({ name: "redis-tools", programs: [`usr/bin/${program}`], folder, log });
}

/** Starts Valkey or Redis. Uses an installed server, or downloads the packages of the Linux distribution. */
export async function startSharedStore(): Promise<{ url: string; stop(): Promise<void> }> {
  const [{ file, env }, port] = [await command(), await freePort()];
  const words = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const server: ChildProcess = spawn(file, words, { argv0: "redis-server", env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "exit");
  let output = "";
  const ready = new Promise<void>((resolve) => {
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready to accept")) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then(() => {
      throw new Error(`${file} did not start:\n${output}`);
    }),
  ]);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}
