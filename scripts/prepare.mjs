// Generates and builds outdated packages with turbo. node scripts/prepare.mjs [generate|build] Skips packages that are up to date, because
// turbo would restore their files while a service may read them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { exclusively } from "./ensure-installed.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs `task` in every package with outdated output, and returns the number of these packages. */
export async function prepare(task = "build") {
  if ((await findStale(task)).length === 0) return 0;
  return await exclusively("build", async () => {
    const stale = await findStale(task);
    if (stale.length === 0) return 0;
    // Deletes files that only an older version of the repository generated. turbo keeps such files, and tsc would check them.
    for (const { task, output } of stale) if (task === "generate") await rm(output, { recursive: true, force: true });
    console.error("Building …");
    const names = [...new Set(stale.map((found) => found.package))];
    await turbo(["run", task, "--output-logs=errors-only", ...names.map((name) => `--filter=${name}`)]);
    return names.length;
  });
}

/** vitest calls this function as `globalSetup`. The function returns no value, because vitest rejects a number. */
export async function setup() {
  await prepare("generate");
}

async function findStale(task) {
  const { tasks } = JSON.parse(await turbo(["run", task, "--dry=json"]));
  const withOutput = tasks
    .filter(({ command, outputs }) => command !== "<NONEXISTENT>" && outputs?.length > 0)
    .map((found) => ({ ...found, output: path.join(root, found.directory, found.outputs[0].replace("/**", "")) }));
  const hashes = await Promise.all(withOutput.map(({ output }) => readFile(path.join(output, ".hash"), "utf8").catch(() => "")));
  return withOutput.filter(({ hash }, index) => hash !== hashes[index]);
}

async function turbo(words) {
  const bin = path.join(path.dirname(createRequire(import.meta.url).resolve("turbo/package.json")), "bin", "turbo");
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  const child = spawn(process.execPath, [bin, ...words], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  if (code === 0) return output;
  console.error(`${output}${errors}`);
  throw new Error(`turbo ${words.join(" ")} failed. The output of turbo above contains the cause.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const task = process.argv[2] ?? "build";
  const count = await prepare(task);
  console.error(`${task}: ${count === 0 ? "up to date" : `${count} packages`} in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
