/** Parses OFFERGRAPH_REPLICAS, for example `incentives:2,gateway:2`. Throws an Error that names an invalid entry. */
export function parseReplicas(text: string, apps: readonly string[]): Map<string, number> {
  const replicas = new Map(apps.map((app) => [app, 1]));
  const given = text.split(",").map((part) => part.trim());
  const seen = new Set<string>();
  for (const part of given.filter((one) => one !== "")) {
    const [, app = "", count = ""] = /^([a-z][a-z0-9-]*):([1-9]|1[0-6])$/.exec(part) ?? [];
    if (!replicas.has(app))
      throw new Error(
        `OFFERGRAPH_REPLICAS has the invalid entry "${part}". Apps: ${apps.join(", ")}. Use app:count with a count of 1 to 16.`,
      );
    if (seen.has(app)) throw new Error(`OFFERGRAPH_REPLICAS contains ${app} twice.`);
    seen.add(app);
    replicas.set(app, Number(count));
  }
  return replicas;
}

/** Returns the name of a replica's process, for example `incentives-2` for the second replica of `incentives`. */
export function replicaName(app: string, index: number): string {
  return index === 0 ? app : `${app}-${index + 1}`;
}
