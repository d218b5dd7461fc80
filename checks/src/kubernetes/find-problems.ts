import type { Manifest } from "./manifests.js";

interface Validate {
  (data: unknown): boolean;
  errors?: { instancePath: string; message?: string; keyword: string; params: object }[] | null;
}

/**
 * Compares a manifest with the schema of its kind in the Kubernetes API. Returns the errors and the unknown fields. The Kubernetes API
 * ignores unknown fields, so a misspelled field would have no effect.
 */
export async function findProblems(manifest: Manifest): Promise<string[]> {
  const { validate } = (await import(`kubernetes-models/_schemas/${schemaOf(manifest)}`)) as { validate: Validate };
  const read = new Set<string>();
  if (!validate(recordReads(manifest, "", read)))
    return (validate.errors ?? []).map(({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`);
  return fieldsOf(manifest, "")
    .filter((field) => !read.has(field))
    .map((field) => `unknown field ${field}`);
}

/** Returns the name of a schema. For example, the name for networking.k8s.io/v1 Ingress is IoK8sApiNetworkingV1Ingress. */
function schemaOf({ apiVersion, kind }: Manifest): string {
  const [version = "", group = "core"] = apiVersion.split("/").reverse();
  const [start = ""] = group.split(".");
  const capitalized = [start, version].map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return `IoK8sApi${capitalized.join("")}${kind}`;
}

/**
 * Returns a proxy for `value`. When code reads a field, the proxy adds the path of the field to the set `read`. A validator reads only the
 * fields that its schema defines.
 */
function recordReads<Value extends object>(value: Value, place: string, read: Set<string>): Value {
  return new Proxy(value, {
    get(target, key, receiver) {
      const found: unknown = Reflect.get(target, key, receiver);
      if (typeof key === "symbol") return found;
      const inner = `${place}/${key}`;
      read.add(inner);
      return typeof found === "object" && found !== null ? recordReads(found, inner, read) : found;
    },
  });
}

function fieldsOf(value: unknown, place: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${place}/${key}`, ...fieldsOf(inner, `${place}/${key}`)]);
}
