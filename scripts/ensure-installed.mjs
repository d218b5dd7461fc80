// Installs missing or outdated dependencies. Imports only built-in Node modules, because the dependencies may be missing.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const minimum = [20, 18, 1];

/**
 * Runs `npm ci` if needed. Returns the duration in milliseconds, or 0 if nothing was installed. Logs to standard error, because commands
 * print JSON to standard output.
 */
export async function ensureInstalled() {
  checkNode();
  if (await installed()) return 0;
  const started = Date.now();
  await exclusively("install", async () => {
    if (!(await installed())) await install();
  });
  return Date.now() - started;
}

function checkNode() {
  const version = process.versions.node.split(".").map(Number);
  const difference = minimum.map((part, index) => version[index] - part).find((part) => part !== 0) ?? 0;
  if (difference >= 0) return;
  console.error(`Offergraph requires Node ${minimum.join(".")} or newer; the current version is ${process.version}.`);
  process.exit(1);
}

/** Returns true if the installation is complete. npm writes node_modules/.package-lock.json last. */
async function installed() {
  const [wanted, present] = await Promise.all([packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json")]);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([location, entry]) => {
    // An optional package may belong to another platform.
    if (!location.includes("node_modules/") || entry.optional) return true;
    const found = present[location];
    return found !== undefined && found.version === entry.version && found.resolved === entry.resolved;
  });
}

async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(path.join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

async function install() {
  // `--ignore-scripts` skips the install scripts of dependencies, which Offergraph does not need.
  console.error("Installing dependencies (npm ci) …");
  // If npm started this process, the installation uses the same version of npm.
  const { npm_execpath: script = "" } = process.env;
  const npm = script.endsWith("npm-cli.js") ? [process.execPath, script] : ["npm"];
  const [command, ...words] = [...npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // The first attempt uses cached metadata to save CPU time. If the metadata is outdated, the second attempt queries the registry.
  for (const flags of [["--prefer-offline"], []]) {
    const child = spawn(command, [...words, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
    const [code] = await Promise.race([once(child, "close"), once(child, "error").then(([error]) => Promise.reject(error))]);
    if (code === 0) return;
  }
  console.error("npm ci failed. The output of npm above contains the cause.");
  process.exit(1);
}

/** Runs `work` under a lock for this clone of the repository. A second process that needs the lock waits. */
export async function exclusively(name, work) {
  const lock = path.join(tmpdir(), `offergraph-${name}-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`);
  while (!(await take(lock))) await wait(200);
  try {
    return await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function take(lock) {
  try {
    await mkdir(lock);
    await writeFile(path.join(lock, "pid"), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = Number(await readFile(path.join(lock, "pid"), "utf8").catch(() => ""));
  if (holder > 0 && !isAlive(holder)) await rm(lock, { recursive: true, force: true });
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
