// Generates each app's Prisma client (apps/*/src/generated/prisma, committed) from its prisma/schema.prisma.
//   node scripts/generate-prisma.mjs           where the schema changed since
//   node scripts/generate-prisma.mjs --check   changes nothing, fails when a committed client is not what would be generated
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("..", import.meta.url));
const client = join("src", "generated", "prisma");
const hashFile = "schema.sha256";
const isCheck = process.argv.includes("--check");

const names = await readdir(join(root, "apps"));
const apps = names.map((name) => join("apps", name)).filter((app) => existsSync(join(root, app, "prisma", "schema.prisma")));
const outcomes = await Promise.all(apps.map(isCheck ? check : update));
if (outcomes.includes(false)) {
  console.error("Run: node scripts/generate-prisma.mjs");
  process.exit(1);
}

/** @param {string} app its folder */
async function update(app) {
  const hash = await schemaHash(app);
  const target = join(root, app, client);
  const known = await readFile(join(target, hashFile), "utf8").catch(() => "");
  if (known.trim() === hash) return true;
  await inCopy(app, async (generated) => {
    await rm(target, { recursive: true, force: true });
    await cp(generated, target, { recursive: true });
    await writeFile(join(target, hashFile), `${hash}\n`);
  });
  console.log(`${app}: Prisma client generated`);
  return true;
}

async function check(app) {
  const committed = await readAll(join(root, app, client));
  committed.delete(hashFile);
  const differing = await inCopy(app, async (generated) => {
    const fresh = await readAll(generated);
    return [...new Set([...fresh.keys(), ...committed.keys()])].filter((file) => fresh.get(file) !== committed.get(file));
  });
  if (differing.length > 0) console.error(`${app}: the Prisma client is not in step with its schema: ${differing.join(", ")}`);
  return differing.length === 0;
}

/** Generates beside the tree and passes the folder on; the tree is touched only when all went well. */
async function inCopy(app, effect) {
  const folder = await mkdtemp(join(tmpdir(), "offergraph-prisma-"));
  try {
    await mkdir(join(folder, "prisma"));
    const schema = join(folder, "prisma", "schema.prisma");
    await cp(join(root, app, "prisma", "schema.prisma"), schema);
    const cli = join(dirname(require.resolve("prisma/package.json")), "build", "index.js");
    await run(process.execPath, [cli, "generate", "--schema", schema, "--no-hints"], {
      cwd: root,
      // Generating needs no schema engine, but the CLI fetches one unless a file is named. It shall not look for updates either.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
    });
    return await effect(join(folder, client));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the schema and of the generator's version. */
async function schemaHash(app) {
  const schema = await readFile(join(root, app, "prisma", "schema.prisma"), "utf8");
  return createHash("sha256")
    .update(`${require("prisma/package.json").version}\n${schema}`)
    .digest("hex");
}

async function readAll(folder) {
  const files = new Map();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length + 1), await readFile(path, "utf8"));
  }
  return files;
}
