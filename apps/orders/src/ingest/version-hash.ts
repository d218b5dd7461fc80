import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";

/** Stands for all that a version says: equal for equal content, however its objects were ordered. `said`: its own members come in one order. */
export function versionHash(said: object): string {
  const text = JSON.stringify(said, (key, value: unknown) =>
    key !== "" && typeof value === "object" && value !== null && !Array.isArray(value) ? canonicalJson(value) : value,
  );
  return createHash("sha256").update(text).digest("base64");
}
