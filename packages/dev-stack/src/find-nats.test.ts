import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { natsProblem } from "../find-nats.mjs";
import { repository } from "./supervisor/apps.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "offergraph-find-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (file: string) => {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, "#!/bin/sh\n", { mode: 0o755 });
  return target;
};
const bare = (more: NodeJS.ProcessEnv = {}) => ({ PATH: path.join(folder, "bin"), XDG_CACHE_HOME: path.join(folder, "cache"), ...more });

describe("a machine without a NATS server", () => {
  it.each([
    ["darwin", "brew install nats-server"],
    ["win32", "choco install nats-server"],
    ["linux", "docker run "],
  ] as const)("of %s gets the install command in the error", (platform, command) => {
    expect(natsProblem(bare(), platform)).toContain(`Install it with: ${command}`);
  });

  it("gets the error before anything is installed", () => {
    // PATH contains no nats-server, so start.mjs must exit before it installs npm packages.
    const { status, stderr, stdout } = spawnSync(process.execPath, [path.join(repository, "scripts/start.mjs")], {
      cwd: folder,
      env: bare(),
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("nats-server not found");
    expect(stderr).not.toContain("npm ci");
  });
});

it("returns no problem if there is a server or a way to get one", () => {
  expect(natsProblem(bare({ NATS_URL: "nats://there" }))).toBeUndefined();
  expect(natsProblem(bare({ NATS_SERVER_BINARY: program("elsewhere/nats") }))).toBeUndefined();
  expect(natsProblem(bare({ NATS_SERVER_BINARY: "/nowhere" }))).toContain("NATS_SERVER_BINARY is /nowhere");
  for (const file of ["apt-get", "dpkg"]) program(`bin/${file}`);
  expect(natsProblem(bare())).toBeUndefined();
  rmSync(path.join(folder, "bin"), { recursive: true });
  program("bin/nats-server");
  expect(natsProblem(bare())).toBeUndefined();
  rmSync(path.join(folder, "bin"), { recursive: true });
  program("cache/offergraph/nats-server");
  expect(natsProblem(bare())).toBeUndefined();
});
