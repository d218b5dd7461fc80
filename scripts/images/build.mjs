// Builds one app and collects the files of its image.   node scripts/images/build.mjs <app> <folder>
// The Dockerfile runs this script.
import { spawnSync } from "node:child_process";
import { collectApp } from "./collect-app.mjs";

const [app, target] = process.argv.slice(2);
// The gateway serves the studio, whose pages contain the SDK. The SDK is generated from the schemas of all apps.
const names = app === "gateway" ? [app, "studio"] : [app];
const filters = names.map((name) => `--filter=@offergraph/${name}`);
const { status } = spawnSync("npx", ["turbo", "run", "build", "--output-logs=errors-only", ...filters], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const { files, bytes } = await collectApp(app, target);
console.log(`${app}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB`);
