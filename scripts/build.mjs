// Transpiles every workspace's src to dist, file by file. Never bundled: a second copy of graphql in a bundle breaks at run time.
// Only what changed is built again: a file in dist carries its source's modification time. Anything but TypeScript stays where it is
// and is found relative to the package's root, which is equally far from src and from dist.
// What browsers load is the one exception: each folder of an app's browser/ becomes one file in dist/browser.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build as esbuild, version } from "esbuild";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { bundle: false, format: "esm", platform: "node", target: "node20.18", charset: "utf8", logLevel: "warning" };
/** What every browser of the last four years reads. */
const browserOptions = { bundle: true, minify: true, format: "iife", target: "es2022", charset: "utf8", logLevel: "warning" };
const isTest = /\.test\.ts$|\/(testing|engine-tests|fixtures)\//;

/** Builds what is out of step; gives how many files there are and how many were built. */
export async function build() {
  const packages = await packagesWithSource();
  const results = await Promise.all(packages.flatMap((folder) => [buildPackage(folder), buildForBrowsers(folder)]));
  return {
    files: results.reduce((sum, result) => sum + result.files, 0),
    built: results.reduce((sum, result) => sum + result.built, 0),
  };
}

async function packagesWithSource() {
  const folders = await Promise.all(
    ["packages", "apps"].map(async (parent) => {
      const entries = await readdir(path.join(root, parent), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(root, parent, entry.name));
    }),
  );
  return folders.flat().filter((folder) => existsSync(path.join(folder, "src")));
}

async function buildPackage(folder) {
  const source = path.join(folder, "src");
  const target = path.join(folder, "dist");
  const stamp = createHash("sha256").update(version).update(JSON.stringify(options)).digest("hex");
  const stampFile = path.join(target, ".stamp");
  const sameBuilder = (await readFile(stampFile, "utf8").catch(() => "")) === stamp;
  const files = (await filesIn(source, ".ts")).filter((file) => !file.endsWith(".d.ts") && !isTest.test(`/${file}`));
  const wanted = new Set(files.map((file) => file.replace(/\.ts$/, ".js")));
  const stale = [];
  for (const file of files) {
    const { mtimeMs } = await stat(path.join(source, file));
    const output = path.join(target, file.replace(/\.ts$/, ".js"));
    const built = await stat(output).catch(() => undefined);
    if (!sameBuilder || !built || Math.trunc(built.mtimeMs) !== Math.trunc(mtimeMs)) stale.push({ file, output, mtimeMs });
  }
  for (const file of await filesIn(target, ".js")) if (!wanted.has(file) && !file.startsWith("browser/")) await rm(path.join(target, file));
  await Promise.all((await transpile(source, target, stale)).map(write));
  if (!sameBuilder) await write({ output: stampFile, contents: stamp });
  return { files: files.length, built: stale.length };
}

/** browser/<name>/main.{ts,css}, with all that they import, become dist/browser/<name>.{js,css}, plain and compressed; again when any of their sources changed. */
async function buildForBrowsers(folder) {
  const source = path.join(folder, "browser");
  const sources = [...(await filesIn(source, ".ts")), ...(await filesIn(source, ".css"))].map((file) => path.join(source, file));
  if (sources.length === 0) return { files: 0, built: 0 };
  const hash = createHash("sha256")
    .update(version)
    .update(JSON.stringify(browserOptions))
    .update(await readFile(fileURLToPath(import.meta.url)));
  for (const file of [
    path.join(folder, "package.json"),
    ...(await importedSources(folder)),
    ...(await filesIn(source, ".mjs")).map((file) => path.join(source, file)),
    ...sources.sort(),
  ])
    hash.update(file).update(await readFile(file));
  const stamp = hash.digest("hex");
  const target = path.join(folder, "dist", "browser");
  const stampFile = path.join(target, ".stamp");
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return { files: sources.length, built: 0 };
  const entries = sources.filter((file) => /\/main\.(ts|css)$/.test(file));
  const { outputFiles } = await esbuild({
    ...browserOptions,
    entryPoints: entries.map((file) => ({ in: file, out: path.basename(path.dirname(file)) })),
    outdir: target,
    write: false,
  });
  for (const file of await dataFiles(source)) await write({ output: path.join(target, file.name), contents: file.text });
  const kinds = await Promise.all(outputFiles.map(compressed));
  for (const file of kinds.flat()) await write(file);
  await write({ output: stampFile, contents: stamp });
  return { files: sources.length, built: sources.length };
}

/** What browser/data.mjs makes out of a library, as `{ name, text }`: files that the server serves in a form of its own. */
async function dataFiles(source) {
  const script = path.join(source, "data.mjs");
  return existsSync(script) ? (await import(pathToFileURL(script))).files() : [];
}

/** The folders of src that browser/ imports too. */
async function importedSources(folder) {
  const folders = ["src/texts", "src/domain"].map((name) => path.join(folder, name));
  const files = await Promise.all(folders.map(async (at) => (await filesIn(at, ".ts")).map((file) => path.join(at, file))));
  return files
    .flat()
    .filter((file) => !isTest.test(file))
    .sort();
}

/** A file as it is and as it is sent: compressed here, once, instead of on each request. */
async function compressed({ path: output, contents }) {
  // The last two levels take five times as long for a tenth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  const [br, gz] = await Promise.all([brotli(contents, { params }), gzipped(contents, { level: 9 })]);
  return [
    { output, contents },
    { output: `${output}.br`, contents: br },
    { output: `${output}.gz`, contents: gz },
  ];
}

async function transpile(source, target, stale) {
  if (stale.length === 0) return [];
  const { outputFiles } = await esbuild({
    ...options,
    entryPoints: stale.map(({ file }) => path.join(source, file)),
    outbase: source,
    outdir: target,
    write: false,
  });
  const contents = new Map(outputFiles.map((file) => [file.path, file.contents]));
  return stale.map(({ output, mtimeMs }) => ({ output, mtimeMs, contents: contents.get(output) }));
}

/** Written beside and moved into place: a system that starts meanwhile never reads half a file. */
async function write({ output, contents, mtimeMs }) {
  await mkdir(path.dirname(output), { recursive: true });
  const draft = `${output}.${process.pid}.draft`;
  await writeFile(draft, contents);
  if (mtimeMs !== undefined) {
    // Half a millisecond more, so that what is lost between seconds as a fraction and the disk cannot change the millisecond.
    const seconds = (Math.trunc(mtimeMs) + 0.5) / 1000;
    await utimes(draft, seconds, seconds);
  }
  await rename(draft, output);
}

async function filesIn(folder, extension) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const { files, built } = await build();
  console.error(`Built ${built} of ${files} files in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
