import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

const execute = promisify(execFile);
const settings = fileURLToPath(new URL("../squawk.toml", import.meta.url));
const findings = z.array(z.object({ file: z.string(), line: z.int(), rule_name: z.string(), message: z.string() }));

export interface Finding {
  file: string;
  /** The name of the rule, which https://squawkhq.com/docs/rules describes. */
  rule: string;
  message: string;
}

/** Checks SQL files with squawk, which knows the locks of PostgreSQL's statements. Returns an empty list if all files are correct. */
export async function checkWithSquawk(files: readonly string[]): Promise<Finding[]> {
  const script = createRequire(import.meta.url).resolve("squawk-cli/js/bin/squawk");
  const words = [script, "--config", settings, "--reporter", "json", ...files];
  // squawk exits with code 1 if it has findings.
  const { stdout } = await execute(process.execPath, words, { maxBuffer: 64 * 1024 * 1024 }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  return findings.parse(JSON.parse(stdout)).map(({ file, line, rule_name: rule, message }) => ({
    file,
    rule,
    message: `${rule} in line ${line + 1}: ${message}`,
  }));
}
