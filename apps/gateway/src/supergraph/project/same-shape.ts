import type { ObjectShape, ValueShape } from "./shape.js";

/** Whether a fetch's answer is the client's answer as it stands: the same keys of the same fields in the same order, nothing more, nothing less. */
export function sameShape(client: ObjectShape, fetch: ObjectShape): boolean {
  if (client.types.join() !== fetch.types.join()) return false;
  return client.types.every((type) => {
    const wanted = client.fields(type) ?? [];
    const given = fetch.fields(type) ?? [];
    if (wanted.length !== given.length) return false;
    return wanted.every((field, index) => {
      const other = given[index];
      if (!other || field.key !== other.key || field.name !== other.name || other.nodes.some((node) => node.name.value !== field.name)) return false;
      return field.name.startsWith("__") || sameValue(field.value, other.value);
    });
  });
}

function sameValue(client: ValueShape, fetch: ValueShape): boolean {
  if (client.kind === "leaf" || fetch.kind === "leaf") return client.kind === fetch.kind;
  if (client.kind === "object" || fetch.kind === "object") return client.kind === "object" && fetch.kind === "object" && sameShape(client.object, fetch.object);
  return sameValue(client.of, fetch.of);
}
