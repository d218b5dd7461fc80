import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { collectApp } from "./collect-app.mjs";

export interface Image {
  app: string;
  /** Folder with the files of the image. */
  root: string;
  runtimeBytes: number;
  appBytes: number;
  /** Compressed size of the image's layers, which a registry stores and a node downloads. */
  compressedBytes: number;
}

const collectRuntime = path.resolve(import.meta.dirname, "collect-runtime.sh");

/** Creates the files of an image with the scripts that the Dockerfile runs. Build the app before you call this function. */
export async function createImage(app: string, node: string, folder: string): Promise<Image> {
  const runtime = path.join(folder, "runtime");
  if (!existsSync(runtime)) execFileSync("sh", [collectRuntime, node, runtime], { stdio: ["ignore", "ignore", "inherit"] });
  const root = path.join(folder, app);
  rmSync(root, { recursive: true, force: true });
  const { bytes } = await collectApp(app, path.join(root, "repo"));
  const compressedBytes = compressedSize(runtime) + compressedSize(root);
  execFileSync("cp", ["--archive", "--link", `${runtime}/.`, root]);
  for (const name of ["data", "dev", "proc"]) mkdirSync(path.join(root, name));
  return { app, root, runtimeBytes: size(runtime), appBytes: bytes, compressedBytes };
}

function size(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

/** Returns the size of a layer. Docker compresses the archive of a layer with gzip. */
function compressedSize(folder: string): number {
  return Number(execFileSync("sh", ["-c", 'tar --create --directory "$0" . | gzip | wc -c', folder], { encoding: "utf8" }));
}
