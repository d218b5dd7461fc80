import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newestFirst } from "../../apps/gateway/src/supergraph/published.js";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-version-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (directory: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...words], { cwd: directory, stdio: "ignore" });
const run = (directory: string) => spawnSync("sh", [path.join(directory, "deploy/version.sh")], { encoding: "utf8" });

/** Creates a Git repository that contains version.sh and has one commit. */
function createRepository(version: string): string {
  const directory = path.join(folder, "original");
  mkdirSync(directory);
  cpSync(path.join(repository, "deploy/version.sh"), path.join(directory, "deploy/version.sh"));
  writeFileSync(path.join(directory, "package.json"), JSON.stringify({ name: "shop", version, dependencies: { other: "9.9.9" } }, null, 2));
  git(directory, "init", "--quiet");
  git(directory, "add", ".");
  git(directory, "commit", "--quiet", "--message", "first");
  return directory;
}

it("version.sh prints versions that the gateway orders by commits", () => {
  const directory = createRepository("0.3.2");
  const versions = [9, 10].map((commits) => {
    const count = Number(execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: directory, encoding: "utf8" }));
    for (let made = count; made < commits; made += 1) git(directory, "commit", "--quiet", "--allow-empty", "--message", "next");
    return run(directory).stdout.trim();
  });
  expect(versions).toEqual(["0.3.9", "0.3.10"]);
  // The pod of the old version restarted, so it registered later.
  const schemas = versions.map((version, index) => ({ version, sdl: version, manifest: "", registeredAt: `2026-01-0${2 - index}` }));
  expect(newestFirst(schemas).map(({ version }) => version)).toEqual(["0.3.10", "0.3.9"]);
});

it("version.sh fails in a shallow clone and without a version in package.json", () => {
  const directory = createRepository("next");
  expect(run(directory)).toMatchObject({ status: expect.toSatisfy((code) => code !== 0), stdout: "" });
  git(directory, "commit", "--quiet", "--allow-empty", "--message", "second");
  git(folder, "clone", "--quiet", "--depth", "1", `file://${directory}`, "shallow");
  const shallow = run(path.join(folder, "shallow"));
  expect(shallow).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("git fetch --unshallow") });
});
