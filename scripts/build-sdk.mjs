// Builds packages/sdk, the current folder. dist becomes the folder of the npm package: ESM files with shared chunks, type declarations, and
// a reduced package.json. First writes to a temporary folder, because tests may import the previous build.
import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { replaceFiles } from "./replace-files.mjs";

const target = path.resolve("dist");
const draft = path.join(target, `.draft-${process.pid}`);
const { exports, devDependencies: _tools, scripts: _scripts, ...about } = JSON.parse(await readFile("package.json", "utf8"));
const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")), "bin/tsc");

await mkdir(draft, { recursive: true });
await Promise.all([
  build({
    entryPoints: Object.values(exports).map(({ source }) => source),
    outdir: draft,
    bundle: true,
    splitting: true,
    chunkNames: "chunk-[hash]",
    format: "esm",
    platform: "neutral",
    target: "es2022",
    minify: true,
    charset: "utf8",
    logLevel: "warning",
  }),
  // tsconfig.build.json contains no Node types, so imports of Node modules fail in this build.
  promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", draft]).catch(({ stdout }) => {
    throw new Error(stdout);
  }),
]);
const inPackage = (file) => file.replace("./dist/", "./");
const published = Object.fromEntries(
  Object.entries(exports).map(([name, { types, default: file }]) => [name, { types: inPackage(types), default: inPackage(file) }]),
);
await writeFile(
  path.join(draft, "package.json"),
  `${JSON.stringify({ ...about, exports: published, files: ["*.js", "**/*.d.ts"] }, null, 2)}\n`,
);
await copyFile("README.md", path.join(draft, "README.md"));
await copyFile("../../LICENSE", path.join(draft, "LICENSE"));
await replaceFiles(draft, target);
// scripts/prepare.mjs compares this hash with the current hash to find outdated packages.
await writeFile(path.join(target, ".hash"), process.env.TURBO_HASH ?? "");
