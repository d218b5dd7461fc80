import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { repository } from "../../../e2e/src/start-system.js";

const execute = promisify(execFile);
const bench = path.join(repository, "bench");
const peersSchema = z.record(z.string(), z.record(z.string(), z.string()));
const maxInstallMs = 300_000;

/**
 * Installs a peer's packages (bench/peers.json) into bench/.peers, unless already installed. Returns the folder and the version of the
 * first package.
 */
export async function installPeer(name: string): Promise<{ directory: string; version: string }> {
  const peers = peersSchema.parse(JSON.parse(await readFile(path.join(bench, "peers.json"), "utf8")));
  const dependencies = peers[name] ?? {};
  const [[main, version] = []] = Object.entries(dependencies);
  if (!main || !version) throw new Error(`bench/peers.json has no peer ${name}. It has ${Object.keys(peers).join(", ")}.`);
  const root = path.join(bench, ".peers", `${name}-${version}`);
  const description = JSON.stringify({ name: `peer-${name}`, private: true, dependencies });
  const done = path.join(root, "installed.json");
  if ((await readFile(done, "utf8").catch(() => "")) !== description) {
    console.log(`Installing ${main}@${version} …`);
    await mkdir(root, { recursive: true });
    await writeFile(path.join(root, "package.json"), description);
    // With npm's own environment variables, npm would install the workspaces of this repository instead.
    const env = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !/^(npm_|INIT_CWD$)/.test(variable)));
    await execute("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: root, env, timeout: maxInstallMs });
    await writeFile(done, description);
  }
  return { directory: path.join(root, "node_modules", main), version };
}

/** Installs a Node binary, e.g. major version 24. Returns the path of the binary. */
export async function installNode(major: string): Promise<string> {
  return path.join((await installPeer(`node${major}`)).directory, "bin", "node");
}
