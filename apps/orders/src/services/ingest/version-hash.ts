import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";

/** Hashes a version's content. Ignores the key order of nested objects; `said` itself must have a fixed key order. */
export function versionHash(said: object): string {
  const text = JSON.stringify(said, (key, value: unknown) =>
    key !== "" && typeof value === "object" && value !== null && !Array.isArray(value) ? canonicalJson(value) : value,
  );
  return createHash("sha256").update(text).digest("base64");
}
