// Transpiles src of the package in the current folder to dist, file by file. Does not bundle server code, because a second copy of graphql
// fails at run time. For each browser/<name>/main.{ts,css}, the script writes one bundle to dist/browser, both uncompressed and compressed.
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "esbuild";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const target = path.resolve("dist");
const options = { bundle: false, format: "esm", platform: "node", target: "node20.18", charset: "utf8", logLevel: "warning" };
/** Options for browser code. `target` is a version of JavaScript that the browsers of the last four years support. */
const browserOptions = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", logLevel: "warning" };
const isTest = /\.test\.ts$|\/(testing|fixtures)\//;

const files = [...(await transpile()), ...(await buildForBrowsers())];
await Promise.all(files.map(write));
const wanted = new Set(files.map((file) => file.path));
for (const file of await filesIn(target)) if (!wanted.has(file)) await rm(file);
// scripts/prepare.mjs compares this hash with the current hash to find outdated packages.
await writeFile(path.join(target, ".hash"), process.env.TURBO_HASH ?? "");

async function transpile() {
  const entryPoints = (await filesIn("src")).filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !isTest.test(file));
  const { outputFiles } = await build({ ...options, entryPoints, outbase: "src", outdir: target, write: false });
  return outputFiles;
}

async function buildForBrowsers() {
  const entries = (await filesIn("browser")).filter((file) => /\/main\.(ts|css)$/.test(file));
  if (entries.length === 0) return [];
  const outdir = path.join(target, "browser");
  const { outputFiles } = await build({
    ...browserOptions,
    ...(await ownOptions()),
    entryPoints: entries.map((file) => ({ in: file, out: path.basename(path.dirname(file)) })),
    outdir,
    write: false,
  });
  const compressedFiles = await Promise.all(outputFiles.map(compressed));
  return [...compressedFiles.flat(), ...(await dataFiles()).map(({ name, text }) => ({ path: path.join(outdir, name), contents: text }))];
}

/** Returns the package's own esbuild options from browser/options.mjs. */
async function ownOptions() {
  const script = path.resolve("browser/options.mjs");
  return existsSync(script) ? (await import(pathToFileURL(script))).options : {};
}

/** Returns the data files that the package's script `browser/data.mjs` generates. Each file has the form `{ name, text }`. */
async function dataFiles() {
  const script = path.resolve("browser/data.mjs");
  return existsSync(script) ? (await import(pathToFileURL(script))).files() : [];
}

/** Writes the file, a brotli version and a gzip version. The server does not compress responses. */
async function compressed({ path: file, contents }) {
  // Brotli levels 10 and 11 take five times as long as level 9, but make the files only a tenth smaller.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  const [br, gz] = await Promise.all([brotli(contents, { params }), gzipped(contents, { level: 9 })]);
  return [
    { path: file, contents },
    { path: `${file}.br`, contents: br },
    { path: `${file}.gz`, contents: gz },
  ];
}

/** Replaces a file atomically, because a running service may read it. */
async function write({ path: file, contents }) {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, contents);
  await rename(draft, file);
}

async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
