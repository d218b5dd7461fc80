// Bundles packages/cli to one file, which needs only Node and not this repository.
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const target = path.resolve("dist");
const file = path.join(target, "offergraph.cjs");
const draft = `${file}.${process.pid}.draft`;
await mkdir(target, { recursive: true });
await build({
  entryPoints: ["src/main.ts"],
  outfile: draft,
  bundle: true,
  // The bundle is CommonJS, because CommonJS libraries in an ESM bundle cannot load Node's built-in modules.
  format: "cjs",
  platform: "node",
  target: "node20.18",
  conditions: ["source"],
  charset: "utf8",
  legalComments: "inline",
  logLevel: "warning",
  banner: { js: "#!/usr/bin/env node" },
});
await rename(draft, file);
// scripts/prepare.mjs compares this hash with the current hash to find outdated packages.
await writeFile(path.join(target, ".hash"), process.env.TURBO_HASH ?? "");
