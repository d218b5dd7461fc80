import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { execa } from "execa";
import { natsAdvice, natsCache } from "../find-nats.mjs";
import { findProgram } from "./run-as.js";

/**
 * Returns the path of nats-server. Searches NATS_SERVER_BINARY, PATH and the user's cache. If nats-server is missing, downloads Debian's
 * package.
 */
export async function natsBinary(log: Logger): Promise<string> {
  const given = process.env.NATS_SERVER_BINARY;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`NATS_SERVER_BINARY is ${given}, which does not exist. Set NATS_SERVER_BINARY to the path of the nats-server program.`);
  }
  const cached = natsCache();
  const installed = await findProgram("nats-server");
  if (installed) return installed;
  if (!existsSync(cached)) await fetchFromDebian(dirname(cached), cached, log);
  return cached;
}

async function fetchFromDebian(cache: string, target: string, log: Logger): Promise<void> {
  if (!(await findProgram("apt-get")) || !(await findProgram("dpkg"))) throw new Error(natsAdvice(process.platform, false));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "fetch-"));
  try {
    log.info("Downloading nats-server from the Linux distribution's package archive (first start only)");
    // Disables apt's sandbox, because the sandbox's user cannot write into the download folder.
    const download = () =>
      execa("apt-get", ["-o", "APT::Sandbox::User=root", "download", "nats-server"], { cwd: folder, all: true, reject: false });
    let fetched = await download();
    if (fetched.exitCode !== 0 && process.getuid?.() === 0) {
      await execa("apt-get", ["update"], { reject: false });
      fetched = await download();
    }
    const archive = (await readdir(folder)).find((name) => name.endsWith(".deb"));
    if (fetched.exitCode !== 0 || !archive) throw new Error(`${natsAdvice(process.platform, true)}\nDownload failed: ${fetched.all}`);
    await execa("dpkg", ["-x", join(folder, archive), join(folder, "unpacked")]);
    const binary = join(folder, "nats-server");
    await copyFile(join(folder, "unpacked", "usr", "sbin", "nats-server"), binary);
    await chmod(binary, 0o755);
    // Other processes must not find a partial file.
    await rename(binary, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
