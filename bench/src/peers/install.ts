import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { repository } from "../../../e2e/src/start-system.js";

const execute = promisify(execFile);
const bench = path.join(repository, "bench");
const peersSchema = z.record(z.string(), z.object({ package: z.string(), version: z.string() }));
const maxInstallMs = 300_000;

/**
 * Installs a package of bench/peers.json into bench/.peers, unless this version is already there. Returns the folder of the package. No
 * lock file of this repository contains these packages.
 */
export async function installPeer(name: string): Promise<{ directory: string; version: string }> {
  const peers = peersSchema.parse(JSON.parse(await readFile(path.join(bench, "peers.json"), "utf8")));
  const peer = peers[name];
  if (!peer) throw new Error(`bench/peers.json has no peer ${name}. It has ${Object.keys(peers).join(", ")}.`);
  const root = path.join(bench, ".peers", `${name}-${peer.version}`);
  const directory = path.join(root, "node_modules", peer.package);
  const done = path.join(root, "installed");
  if (!existsSync(done)) {
    console.log(`Installing ${peer.package}@${peer.version} …`);
    await mkdir(root, { recursive: true });
    await writeFile(
      path.join(root, "package.json"),
      JSON.stringify({ name: `peer-${name}`, private: true, dependencies: { [peer.package]: peer.version } }),
    );
    // Without the variables of an outer npm command, which would select this repository's workspaces.
    const env = Object.fromEntries(Object.entries(process.env).filter(([variable]) => !/^(npm_|INIT_CWD$)/.test(variable)));
    await execute("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: root, env, timeout: maxInstallMs });
    await writeFile(done, "");
  }
  return { directory, version: peer.version };
}

/** Installs a Node binary, e.g. major version 24. Returns the path of the binary. */
export async function installNode(major: string): Promise<string> {
  return path.join((await installPeer(`node${major}`)).directory, "bin", "node");
}
