import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Kind, parse } from "graphql";
import { describe, expect, it } from "vitest";

interface Declared {
  cause: string;
  next: { operation: string; why: string };
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const apps = readdirSync(`${root}apps`).filter((app) => existsSync(`${root}apps/${app}/schema.graphql`));
const read = (file: string) => readFileSync(`${root}${file}`, "utf8");

/** The names of the root fields of all subgraphs. */
const operations = apps.flatMap((app) =>
  parse(read(`apps/${app}/schema.graphql`)).definitions.flatMap((definition) =>
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    /^(Query|Mutation)$/.test(definition.name.value)
      ? (definition.fields ?? []).map(({ name }) => name.value)
      : [],
  ),
);

const files = apps.map((app) => `${root}apps/${app}/src/domain/warnings.ts`).filter((file) => existsSync(file));
const modules: { kinds: Record<string, Declared> }[] = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
const kinds = modules.flatMap((module) => Object.entries(module.kinds));

/** The rows of the table in docs/warnings.md: each warning code with its next operation. */
const documented = read("docs/warnings.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, codes = "", , next = ""] = line.split("|");
    return [...codes.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => `${code} ${next.replaceAll("`", "").trim()}`);
  });

describe("each kind of warning", () => {
  it("has a sentence about its cause, and an operation of the API as the next step, with a reason", () => {
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter(([, { next }]) => !operations.includes(next.operation))).toEqual([]);
    expect(kinds.filter(([, { cause, next }]) => ![cause, next.why].every((text) => /^[A-Z].*\.$/.test(text)))).toEqual([]);
  });

  it("is in the documentation with its next operation", () => {
    expect(new Set(documented)).toEqual(new Set(kinds.map(([code, { next }]) => `${code} ${next.operation}`)));
  });
});
