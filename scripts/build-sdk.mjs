// Builds packages/sdk, the current folder. dist becomes the folder of the npm package: one ESM file per entry point with shared chunks, the
// type declarations, and a package.json without the parts that only this repository needs.
import { execFile } from "node:child_process";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";

const target = path.resolve("dist");
const { exports, devDependencies: _tools, scripts: _scripts, ...about } = JSON.parse(await readFile("package.json", "utf8"));
const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

await rm(target, { recursive: true, force: true });
await Promise.all([
  build({
    entryPoints: Object.values(exports).map(({ source }) => source),
    outdir: target,
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
  // tsconfig.build.json has the types of browsers instead of those of Node, so that an import of a Node module fails here.
  promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.build.json"]).catch(({ stdout }) => {
    throw new Error(stdout);
  }),
]);
const inPackage = (file) => file.replace("./dist/", "./");
const published = Object.fromEntries(
  Object.entries(exports).map(([name, { types, default: file }]) => [name, { types: inPackage(types), default: inPackage(file) }]),
);
await writeFile(
  path.join(target, "package.json"),
  `${JSON.stringify({ ...about, exports: published, files: ["*.js", "**/*.d.ts"] }, null, 2)}\n`,
);
await copyFile("README.md", path.join(target, "README.md"));
await copyFile("../../LICENSE", path.join(target, "LICENSE"));
// The next build compares this hash with turbo's current hash (see prepare.mjs).
await writeFile(path.join(target, ".hash"), process.env.TURBO_HASH ?? "");
