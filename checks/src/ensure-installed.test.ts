import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";

const link = (folder: string) => ({ resolved: folder, link: true });
const systemPackages = { "node_modules/server": { version: "1.0.0" }, "node_modules/gateway": link("apps/gateway") };
const testTools = { "node_modules/vitest": { version: "4.0.0" }, "node_modules/e2e": link("e2e") };

/** A fake npm that logs its command and writes the list of installed packages as npm does. */
const fakeNpm = `
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
const [command, ...words] = process.argv.slice(2);
const isSystem = words.includes("--workspace");
appendFileSync("npm.log", command + (isSystem ? " system" : " all") + "\\n");
if (command === "ci") rmSync("node_modules", { recursive: true, force: true });
mkdirSync("node_modules", { recursive: true });
const packages = { ...${JSON.stringify(systemPackages)}, ...(isSystem ? {} : ${JSON.stringify(testTools)}) };
if (process.env.FAIL !== command) writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages }));
process.exit(process.env.FAIL === command ? 1 : 0);
`;

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-install-"));
  mkdirSync(path.join(folder, "scripts"));
  cpSync(path.join(repository, "scripts/ensure-installed.mjs"), path.join(folder, "scripts/ensure-installed.mjs"));
  writeFileSync(path.join(folder, "npm-cli.js"), fakeNpm);
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ packages: { ...systemPackages, ...testTools } }));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Calls functions of the script in the given order. Returns the npm commands that the script ran. */
function run(functions: readonly string[], env: Record<string, string> = {}): string[] {
  const log = path.join(folder, "npm.log");
  rmSync(log, { force: true });
  for (const name of functions) {
    const code = `import { ${name} } from "./scripts/ensure-installed.mjs"; await ${name}();`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: folder,
      env: { ...process.env, npm_execpath: path.join(folder, "npm-cli.js"), ...env },
      stdio: "pipe",
    });
  }
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
}

const changeLockFile = () =>
  writeFileSync(
    path.join(folder, "package-lock.json"),
    JSON.stringify({ packages: { ...systemPackages, ...testTools, "": { name: "changed" }, "node_modules/server": { version: "1.0.1" } } }),
  );

describe("ensureSystemInstalled", () => {
  it("installs the system once", () => {
    expect(run(["ensureSystemInstalled", "ensureSystemInstalled"])).toEqual(["ci system"]);
  });

  it("accepts a complete installation", () => {
    expect(run(["ensureInstalled", "ensureSystemInstalled"])).toEqual(["ci all"]);
  });

  it("installs the system again after a change of package-lock.json", () => {
    run(["ensureSystemInstalled"]);
    changeLockFile();
    expect(run(["ensureSystemInstalled"])).toEqual(["ci system"]);
  });

  it("replaces a complete installation only by a complete installation", () => {
    run(["ensureInstalled"]);
    changeLockFile();
    expect(run(["ensureSystemInstalled"])).toEqual(["ci all"]);
  });
});

describe("ensureInstalled", () => {
  it("installs all packages once", () => {
    expect(run(["ensureInstalled", "ensureInstalled"])).toEqual(["ci all"]);
  });

  it("adds the missing packages to an installed system", () => {
    expect(run(["ensureSystemInstalled", "ensureInstalled", "ensureInstalled", "ensureSystemInstalled"])).toEqual([
      "ci system",
      "install all",
    ]);
  });

  it("installs all packages again if the missing packages cannot be added", () => {
    run(["ensureSystemInstalled"]);
    expect(run(["ensureInstalled"], { FAIL: "install" })).toEqual(["install all", "install all", "ci all"]);
  });
});
