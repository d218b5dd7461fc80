import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../../../packages/dev-stack/src/supervisor/apps.js";

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

interface LockFile {
  packages: Record<string, Manifest & { link?: boolean; resolved?: string }>;
}

const read = <Content>(file: string) => JSON.parse(readFileSync(path.join(repository, file), "utf8")) as Content;

/**
 * Writes the package.json files and the lock file of an app to a folder, without development dependencies. `npm sbom` of the whole
 * repository would list the development dependencies of own packages, and would omit packages that the repository's root also uses.
 */
export function writeProductionTree(app: string, folder: string): void {
  const workspaces = ownPackages(`apps/${app}`);
  const root = { ...read<Manifest>("package.json"), workspaces };
  const lock = read<LockFile>("package-lock.json");
  const kept = Object.entries(lock.packages).filter(([location, entry]) => {
    const place = entry.link ? (entry.resolved ?? "") : location;
    return place === "" || place.startsWith("node_modules/") || workspaces.some((own) => place === own || place.startsWith(`${own}/`));
  });
  const packages = Object.fromEntries(kept.map(([location, entry]) => [location, withoutDevelopment(entry)]));
  write(folder, "package.json", withoutDevelopment(root));
  write(folder, "package-lock.json", { ...lock, packages: { ...packages, "": { ...packages[""], workspaces } } });
  for (const own of workspaces) write(folder, `${own}/package.json`, withoutDevelopment(read<Manifest>(`${own}/package.json`)));
}

/** Returns the folders of a package and of the own packages that it needs in production. */
function ownPackages(folder: string, found: string[] = []): string[] {
  if (found.includes(folder)) return found;
  found.push(folder);
  for (const name of Object.keys(read<Manifest>(`${folder}/package.json`).dependencies ?? {}))
    if (name.startsWith("@offergraph/")) ownPackages(name.replace("@offergraph/", "packages/"), found);
  return found;
}

function withoutDevelopment<Content extends Manifest>({ devDependencies: _removed, ...manifest }: Content) {
  return manifest;
}

function write(folder: string, file: string, content: object): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify(content));
}
