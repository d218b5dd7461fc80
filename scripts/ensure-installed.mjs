// Installs missing or outdated dependencies. Imports only built-in Node modules, because the dependencies may be missing.
//   node scripts/ensure-installed.mjs
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

/** The folders of the workspaces that `npm start` builds and runs. All other workspaces only check, test and measure the system. */
const systemFolders = ["packages", "apps"];
/** Path of the file that contains the version of the installed system. `npm ci` deletes the file together with all packages. */
const marker = path.join(root, "node_modules/.offergraph-system");

/**
 * Installs all dependencies if needed. Returns the duration in milliseconds, or 0 if nothing was installed. Logs to standard error, because
 * commands print JSON to standard output.
 */
export async function ensureInstalled() {
  return await ensure(hasAll, installAll);
}

/** Like `ensureInstalled`, but installs only the dependencies that `npm start` and the CLI need. */
export async function ensureSystemInstalled() {
  return await ensure(async () => (await hasSystem()) || (await hasAll()), installSystem);
}

async function ensure(isInstalled, install) {
  checkNode();
  if (await isInstalled()) return 0;
  const started = Date.now();
  await exclusively("install", async () => {
    if (!(await isInstalled())) await install();
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

/** Returns true if all packages are installed. npm writes node_modules/.package-lock.json last. */
async function hasAll() {
  const [wanted, present] = await Promise.all([packagesIn("package-lock.json"), packagesIn("node_modules/.package-lock.json")]);
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([location, entry]) => {
    // Ignores optional packages, because npm omits optional packages for other platforms.
    if (!location.includes("node_modules/") || entry.optional) return true;
    const found = present[location];
    return found !== undefined && found.version === entry.version && found.resolved === entry.resolved;
  });
}

/** Returns true if `installSystem` installed the packages of the current package-lock.json. */
async function hasSystem() {
  const [version, wanted] = await Promise.all([readFile(marker, "utf8").catch(() => ""), systemVersion()]);
  return version === wanted;
}

async function systemVersion() {
  const lockFile = await readFile(path.join(root, "package-lock.json"));
  return createHash("sha256").update(lockFile).update(systemFolders.join()).digest("hex");
}

/** Returns true if npm installed a workspace that is not part of the system. */
async function hasOtherWorkspaces() {
  const present = await packagesIn("node_modules/.package-lock.json");
  return Object.values(present ?? {}).some(({ link, resolved }) => link && !systemFolders.includes(resolved.split("/")[0]));
}

async function packagesIn(file) {
  try {
    return JSON.parse(await readFile(path.join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

async function installAll() {
  // Adds the missing packages to an installed system. `npm ci` would first delete the packages of a running `npm start`.
  if ((await hasSystem()) && (await npm("install", "--no-save")) && (await hasAll())) return;
  await npmOrExit("ci");
}

async function installSystem() {
  // If the packages of the tests are already installed, updates them together with the system, so that tests need no second installation.
  if (await hasOtherWorkspaces()) return await installAll();
  await npmOrExit("ci", ...systemFolders.flatMap((folder) => ["--workspace", folder]), "--include-workspace-root");
  await writeFile(marker, await systemVersion());
}

async function npmOrExit(...words) {
  if (await npm(...words)) return;
  console.error("npm ci failed. The output of npm above contains the cause.");
  process.exit(1);
}

/** Runs an npm command that installs packages. Returns true if the command succeeded. */
async function npm(...words) {
  console.error(`Installing dependencies (npm ${words.join(" ")}) …`);
  // If npm started this process, the installation uses the same version of npm.
  const { npm_execpath: script = "" } = process.env;
  const [command, ...scripts] = script.endsWith("npm-cli.js") ? [process.execPath, script] : ["npm"];
  // `--ignore-scripts` skips the install scripts of dependencies, which Offergraph does not need.
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // The first attempt uses cached metadata to save CPU time. If the metadata is outdated, the second attempt queries the registry.
  for (const flags of [["--prefer-offline"], []]) {
    const child = spawn(command, [...scripts, ...words, ...options, ...flags], { cwd: root, stdio: ["ignore", 2, 2] });
    const [code] = await Promise.race([once(child, "close"), once(child, "error").then(([error]) => Promise.reject(error))]);
    if (code === 0) return true;
  }
  return false;
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await ensureInstalled();
