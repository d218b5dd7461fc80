import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a file with mode 0600 atomically, so that readers get either the old or the new text. */
export function writePrivately(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns the value that is stored in a file. If the file does not exist, first stores the result of `make` with mode 0600. */
export function persistedValue(file: string, make: () => string): string {
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

/**
 * Returns the signing key that the gateway and the subgraphs share. Generates the key on first use, and stores the key in
 * DATA_DIR/signing-key with mode 0600.
 */
export function signingKey(dataDirectory: string): string {
  return persistedValue(path.join(dataDirectory, "signing-key"), () => randomBytes(32).toString("base64url"));
}
