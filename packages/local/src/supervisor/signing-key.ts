import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { writePrivately } from "./write-file.js";

/** The key that gateway and subgraphs share: made once and kept in DATA_DIR/signing-key, mode 0600. */
export function signingKey(dataDirectory: string): string {
  const file = path.join(dataDirectory, "signing-key");
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const key = randomBytes(32).toString("base64url");
  writePrivately(file, `${key}\n`);
  return key;
}
