import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { natsCache } from "../find-nats.mjs";
import { fetchPrograms } from "./debian-package.js";
import { findProgram } from "./run-as.js";

type Program = "prometheus" | "promtool";

/** Returns the path of a program of Prometheus in PATH or in the user's cache. Returns undefined if it is in neither. */
export async function findPrometheus(program: Program): Promise<string | undefined> {
  const cached = join(dirname(natsCache()), program);
  return (await findProgram(program)) ?? (existsSync(cached) ? cached : undefined);
}

/** Like `findPrometheus`, but downloads the Debian package if necessary. */
export async function prometheusProgram(program: Program, log: Logger): Promise<string> {
  const found = await findPrometheus(program);
  if (found) return found;
  const folder = dirname(natsCache());
  await fetchPrograms({ name: "prometheus", programs: ["usr/bin/prometheus", "usr/bin/promtool"], folder, log }).catch((error: Error) => {
    throw new Error(`${program} not found. Install Prometheus, for example with: sudo apt-get install prometheus\n${error.message}`);
  });
  return join(folder, program);
}
