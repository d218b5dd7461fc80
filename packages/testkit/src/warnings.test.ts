import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Kind, parse } from "graphql";
import { describe, expect, it } from "vitest";

interface Step {
  operation: string;
  why: string;
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
const modules: { nextSteps: Record<string, Step> }[] = await Promise.all(files.map((file) => import(pathToFileURL(file).href)));
const steps = modules.flatMap(({ nextSteps }) => Object.entries(nextSteps));

/** The rows of the table of warnings in the documentation: each code with its next operation. */
const documented = read("docs/warnings.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => {
    const [, codes = "", , next = ""] = line.split("|");
    return [...codes.matchAll(/`(\w+)`/g)].map(([, code]) => `${code} ${next.replaceAll("`", "").trim()}`);
  });

describe("the next step of each warning", () => {
  it("is an operation of the API, with a reason", () => {
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.filter(([, { operation }]) => !operations.includes(operation))).toEqual([]);
    expect(steps.filter(([, { why }]) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
  });

  it("is the same in the documentation", () => {
    expect(new Set(documented)).toEqual(new Set(steps.map(([code, { operation }]) => `${code} ${operation}`)));
  });
});
