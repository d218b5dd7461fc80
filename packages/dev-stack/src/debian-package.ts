import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Logger } from "@offergraph/shared/log/logger";
import { execa } from "execa";
import { findProgram } from "./run-as.js";

interface DebianPackage {
  name: string;
  /** Paths of the programs in the package. */
  programs: readonly string[];
  /** Folder for the programs. */
  folder: string;
  log: Logger;
}

/**
 * Downloads a package of the Linux distribution, and copies programs of the package into a folder. Does not install the package. Throws an
 * Error if the download is impossible or fails.
 */
export async function fetchPrograms({ name, programs, folder, log }: DebianPackage): Promise<void> {
  if (!(await findProgram("apt-get")) || !(await findProgram("dpkg"))) throw new Error("This system has no apt-get and dpkg.");
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, "fetch-"));
  try {
    log.info(`Downloading ${name} from the Linux distribution's package archive (first start only)`);
    // Turns off the sandbox of apt, because the sandbox user cannot write into the download folder.
    const download = () => execa("apt-get", ["-o", "APT::Sandbox::User=root", "download", name], { cwd: work, all: true, reject: false });
    let fetched = await download();
    if (fetched.exitCode !== 0 && process.getuid?.() === 0) {
      await execa("apt-get", ["update"], { reject: false });
      fetched = await download();
    }
    const archive = (await readdir(work)).find((file) => file.endsWith(".deb"));
    if (fetched.exitCode !== 0 || !archive) throw new Error(`Download failed: ${fetched.all}`);
    await execa("dpkg", ["-x", join(work, archive), join(work, "unpacked")]);
    for (const program of programs) {
      const copy = join(work, basename(program));
      await copyFile(join(work, "unpacked", program), copy);
      await chmod(copy, 0o755);
      // The rename is atomic, so other processes that download at the same time never see a partial file.
      await rename(copy, join(folder, basename(program)));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
