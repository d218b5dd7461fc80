import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writePrivately } from "./write-file.js";

/** A text of DATA_DIR that is made once and then kept, in a file for its owner alone. */
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
