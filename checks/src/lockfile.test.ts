import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { repository } from "../../packages/dev-stack/src/supervisor/apps.js";

interface LockEntry {
  optionalDependencies?: Record<string, string>;
}

// If the registry lacks an optional package, npm omits the package from the lock file. Without the package in the lock file, `npm ci` fails
// on the platform that needs the package.
it("package-lock.json lists the optional packages of every platform", () => {
  const { packages } = JSON.parse(readFileSync(path.join(repository, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockEntry>;
  };
  const isKnown = (user: string, name: string) => {
    const places = user.split("/node_modules/").map((_, index, parts) => parts.slice(0, index + 1).join("/node_modules/"));
    return ["", ...places].some((place) => `${place && `${place}/`}node_modules/${name}` in packages);
  };
  const missing = Object.entries(packages).flatMap(([user, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isKnown(user, name)),
  );
  expect(missing).toEqual([]);
});
