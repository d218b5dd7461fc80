import { randomBytes } from "node:crypto";
import path from "node:path";
import { keptText } from "./kept-text.js";

/** Key shared by gateway and subgraphs: generated once and persisted in DATA_DIR/signing-key, mode 0600. */
export function signingKey(dataDirectory: string): string {
  return keptText(path.join(dataDirectory, "signing-key"), () => randomBytes(32).toString("base64url"));
}
