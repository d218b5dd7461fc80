// Installs the dependencies when they are missing or not those of package-lock.json. Imports Node built-ins only: it runs before they are there.
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
 * Runs `npm ci` when needed; gives the milliseconds that it took, 0 when there was nothing to do.
 * Progress goes to standard error, so that a command's JSON on standard output stays alone.
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
  console.error(`Offergraph needs Node ${minimum.join(".")} or newer; this is ${process.version}.`);
  process.exit(1);
}

/** npm keeps what it installed in node_modules/.package-lock.json, written last: equal to the lock file means complete. */
async function installed() {
  const [wanted, present] = await Promise.all([packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json")]);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([location, entry]) => {
    // Optional packages belong to other platforms as often as not; npm decided about them.
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
  // No package of ours needs its install script (npm 11 would not run it unasked, older ones would).
  console.error("Installing dependencies (npm ci) …");
  // The npm that runs us, where one does.
  const { npm_execpath: script = "" } = process.env;
  const npm = script.endsWith("npm-cli.js") ? [process.execPath, script] : ["npm"];
  const [command, ...words] = [...npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const child = spawn(command, words, { cwd: root, stdio: ["ignore", 2, 2] });
  const [code] = await Promise.race([once(child, "close"), once(child, "error").then(([error]) => Promise.reject(error))]);
  if (code === 0) return;
  console.error("npm ci failed; what it said stands above.");
  process.exit(1);
}

/** Runs `work` under a lock of this clone: of two starts at once, the second waits. */
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
