import type { Manifests } from "../supergraph/manifest.js";

/** Returns a sentence that describes the purpose of the API by listing the records that the services manage and read. */
export function purposeOf({ guides }: Pick<Manifests, "guides">): string {
  const manages = guides.flatMap((guide) => guide.manages ?? []).join(", ");
  const reads = guides.flatMap((guide) => guide.reads ?? []).join(", ");
  const first = manages && `Offergraph manages ${manages} in isolated workspaces`;
  return first && `${first}${reads && `, and reads ${reads}`}.`;
}
