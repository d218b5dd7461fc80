// Copies the files that one app needs at run time. The app and all packages that it uses must be built.
import { existsSync, readFileSync } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { nodeFileTrace } from "@vercel/nft";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Files and folders that each package of this repository reads at run time. */
const parts = ["package.json", "dist", "schema.graphql", "schema-history.json", "prisma/migrations", "graphql"];
/** Conditions of package exports in Node 24, which runs the image. The build may run on an older version of Node. */
const conditions = ["node", "module-sync"];
/** Results that the tracer reuses for the next app. */
const cache = {};
/** Files that code reads by a computed path, which the tracer cannot find. */
const untraceable = ["node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm"];

/**
 * Copies the app's own files, and the files of node_modules that the app's code can load, to the folder `target`. Returns the number and
 * the total size of the files.
 */
export async function collectApp(app, target) {
  const own = (await Promise.all(ownPackages(app).map(filesOfPackage))).flat();
  const scripts = own.filter((file) => file.endsWith(".js") && !file.includes("/dist/browser/"));
  const entries = scripts.map((file) => path.join(root, file));
  const { fileList } = await nodeFileTrace(entries, { base: root, cache, conditions, exportsOnly: true });
  const external = [...fileList].filter((file) => file.split("/").includes("node_modules"));
  const licenses = (await Promise.all(packagesOf(external).map(licensesIn))).flat();
  const usesMigrations = own.some((file) => file.includes("/prisma/migrations/"));
  const files = [...new Set([...own, ...external, ...licenses, ...(usesMigrations ? untraceable : [])])].sort();
  let bytes = 0;
  for (const file of files) bytes += await copy(path.join(root, file), path.join(target, file));
  return { files: files.length, bytes };
}

/** Returns the folders of the app, and of the packages of this repository on which the app depends. */
function ownPackages(app) {
  const found = new Set();
  const add = (folder) => {
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
    for (const name of Object.keys(dependencies)) if (name.startsWith("@offergraph/")) add(name.replace("@offergraph/", "packages/"));
  };
  add(`apps/${app}`);
  // The gateway serves the files of the studio, but does not import the studio's code.
  return app === "gateway" ? [...found, "packages/studio"] : [...found];
}

async function filesOfPackage(folder) {
  const present = parts.map((part) => path.join(folder, part)).filter((part) => existsSync(path.join(root, part)));
  const files = (await Promise.all(present.map(filesIn))).flat();
  return files.filter((file) => path.basename(file) !== ".hash");
}

async function filesIn(place) {
  if (!(await lstat(path.join(root, place))).isDirectory()) return [place];
  const entries = await readdir(path.join(root, place), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Returns the folders of the packages to which the files belong. */
function packagesOf(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders)].filter((folder) => existsSync(path.join(root, folder, "package.json")));
}

/** Returns the license files of a package. Most licenses require that each copy of the code contains the license. */
async function licensesIn(folder) {
  const names = await readdir(path.join(root, folder));
  return names.filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).map((name) => path.join(folder, name));
}

/** Copies a file or a symbolic link, and returns its size. npm links own packages into node_modules. */
async function copy(from, to) {
  await mkdir(path.dirname(to), { recursive: true });
  const entry = await lstat(from);
  if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
  else await copyFile(from, to);
  return entry.isSymbolicLink() ? 0 : entry.size;
}
