import path from "node:path";
import { execa } from "execa";
import type { App } from "./apps.js";

/** Runs an app's admin command with --json, and returns the parsed output. Throws an Error with the output if the command fails. */
export async function adminCommand(
  app: App,
  words: readonly string[],
  environment: Record<string, string>,
  cancelSignal: AbortSignal,
): Promise<unknown> {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [path.join(app.directory, "dist/admin.js"), ...words, "--json"], {
    cwd: app.directory,
    env: environment,
    extendEnv: false,
    // In a separate process group, the command does not receive Ctrl-C from the terminal. The supervisor handles Ctrl-C.
    detached: true,
    stdin: "ignore",
    cancelSignal,
    reject: false,
  });
  if (exitCode !== 0) throw new Error(`${app.name} ${words.join(" ")} failed:\n${stderr || stdout}`);
  return stdout.trim() === "" ? undefined : JSON.parse(stdout);
}
