import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { repository } from "../../../e2e/src/start-system.js";
import type { Environment } from "./result.js";

/** Describes the machine and the commit. `loadAverage` is the load average of the last minute. */
export function readEnvironment(): Environment {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: repository, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--", "apps", "packages") !== "";
  return {
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    node: process.version,
    loadAverage: Number((loadavg()[0] ?? 0).toFixed(2)),
    commit: `${git("rev-parse", "--short=10", "HEAD")}${isChanged ? " with changes" : ""}`,
    date: new Date().toISOString().slice(0, 16),
  };
}
