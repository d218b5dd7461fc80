import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from "graphql";
import type { JsonObject } from "../execute/run.js";
import type { Rewrite } from "./nodes.js";
import { UnsupportedPlan } from "./unsupported-plan.js";

const condition = "... on ";

/** Returns true if a value matches a type condition. `unless` is the result for an object without `__typename`. */
export type IsOfType = (value: Readonly<Record<string, unknown>>, condition: string, unless: boolean) => boolean;

/** Creates a function that tests type conditions, even on types that clients cannot access. */
export function typeTest(supergraph: GraphQLSchema): IsOfType {
  const answers = new Map<string, boolean>();
  return (value, condition, unless) => {
    const name = value.__typename;
    if (typeof name !== "string") return unless;
    if (name === condition) return true;
    const key = `${name} ${condition}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const type = supergraph.getType(name);
    const wanted = supergraph.getType(condition);
    const answer = isAbstractType(wanted) && (isObjectType(type) || isInterfaceType(type)) && supergraph.isSubType(wanted, type);
    // Caches only known types, because a subgraph can return any number of other names.
    if (type) answers.set(key, answer);
    return answer;
  };
}

/** Compiles the changes that the planner requires in a fetch's input or output. Returns undefined if `rewrites` is empty or missing. */
export function compileRewrites(rewrites: readonly Rewrite[] | undefined, isOfType: IsOfType): ((value: unknown) => void) | undefined {
  if (!rewrites || rewrites.length === 0) return undefined;
  const each = rewrites.map((rewrite) => {
    const key = rewrite.path.at(-1);
    if (key === undefined || key.startsWith(condition)) throw new UnsupportedPlan(`rewrite at ${key ?? "an empty path"}`);
    return walker(rewrite.path.slice(0, -1), change(rewrite, key), isOfType);
  });
  return (value) => {
    for (const apply of each) apply(value);
  };
}

function change(rewrite: Rewrite, key: string): (target: JsonObject) => void {
  if (rewrite.kind === "ValueSetter") {
    return (target) => {
      target[key] = rewrite.setValueTo;
    };
  }
  return (target) => {
    const value = target[key];
    if (value === undefined) return;
    target[rewrite.renameKeyTo] = value;
    delete target[key];
  };
}

function walker(path: readonly string[], apply: (target: JsonObject) => void, isOfType: IsOfType): (value: unknown) => void {
  const [head, ...rest] = path;
  const next = head === undefined ? apply : walker(rest, apply, isOfType);
  const descend = (value: JsonObject) => {
    if (head === undefined) next(value);
    else if (!head.startsWith(condition)) next(value[head] as JsonObject);
    // The planner expects a match if an object has no `__typename`.
    else if (isOfType(value, head.slice(condition.length), true)) next(value);
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item);
    else if (typeof value === "object" && value !== null) descend(value as JsonObject);
  };
  return walk;
}
