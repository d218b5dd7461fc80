import { renameSync, writeFileSync } from "node:fs";

/** Writes a file with mode 0600 atomically: readers see the old text or the new one. */
export function writePrivately(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
