import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { natsAdvice, natsCache } from "../find-nats.mjs";
import { fetchPrograms } from "./debian-package.js";
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
  if (existsSync(cached)) return cached;
  const source = { name: "nats-server", programs: ["usr/sbin/nats-server"], folder: dirname(cached), log };
  await fetchPrograms(source).catch(async (error: Error) => {
    const hasApt = (await findProgram("apt-get")) !== undefined;
    throw new Error(`${natsAdvice(process.platform, hasApt)}\n${error.message}`);
  });
  return cached;
}
