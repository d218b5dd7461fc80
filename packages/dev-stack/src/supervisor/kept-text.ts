import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writePrivately } from "./write-file.js";

/** Returns a value that is generated once and persisted in DATA_DIR, in a file with mode 0600. */
export function keptText(file: string, make: () => string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const text = make();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writePrivately(file, `${text}\n`);
  return text;
}
