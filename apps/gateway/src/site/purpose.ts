import type { Manifests } from "../supergraph/manifest.js";

/** Joins the sentences of the services about what the API manages and reads. */
export function purposeOf({ guides }: Pick<Manifests, "guides">): string {
  const manages = guides.flatMap((guide) => guide.manages ?? []).join(", ");
  const reads = guides.flatMap((guide) => guide.reads ?? []).join(", ");
  const first = manages && `Offergraph manages ${manages} in isolated workspaces`;
  return first && `${first}${reads && `, and reads ${reads}`}.`;
}
