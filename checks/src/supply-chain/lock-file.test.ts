import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repository } from "../../../packages/dev-stack/src/supervisor/apps.js";
import { findInstallScripts, findUnverified, knownInstallScripts, readLockFile } from "./lock-file.js";

const lock = readLockFile(repository);
const added = (entry: object) => ({ packages: { ...lock.packages, "node_modules/new": { version: "1.0.0", ...entry } } });

it("package-lock.json has only known install scripts, and .npmrc turns them off", () => {
  expect(findInstallScripts(lock)).toEqual([]);
  expect(findInstallScripts(lock, new Set()).sort()).toEqual([...knownInstallScripts]);
  expect(readFileSync(path.join(repository, ".npmrc"), "utf8")).toContain("ignore-scripts=true\n");
});

it("package-lock.json has a checksum of each package that production needs", () => {
  expect(findUnverified(lock)).toEqual([]);
});

it("finds a package with an install script, without a checksum, or from a Git repository", () => {
  expect(findInstallScripts(added({ hasInstallScript: true, integrity: "sha512-x" }))).toEqual(["new"]);
  expect(findUnverified(added({}))).toEqual(["new"]);
  expect(findUnverified(added({ integrity: "sha512-x", resolved: "git+ssh://git@example.com/new.git#main" }))).toEqual(["new"]);
});
