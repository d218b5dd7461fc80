import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Writes a file with mode 0600 atomically. */
export function writePrivately(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** Returns the stored value of a file. On first use, stores the result of `make` with mode 0600. */
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

/** Returns the signing key that the gateway and the subgraphs share. Generates the key on first use in DATA_DIR/signing-key. */
export function signingKey(dataDirectory: string): string {
  return persistedValue(path.join(dataDirectory, "signing-key"), () => randomBytes(32).toString("base64url"));
}
