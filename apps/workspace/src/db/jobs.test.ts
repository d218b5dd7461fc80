import { readFileSync } from "node:fs";
import { Kind, parse } from "graphql";
import { expect, it } from "vitest";
import { jobKinds, jobStates } from "./jobs.js";

it.each(Object.entries({ JobKind: jobKinds, JobState: jobStates }))("lists the values of %s in the order of the SDL", (name, listed) => {
  const { definitions } = parse(readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8"));
  const values = definitions.flatMap((given) =>
    given.kind === Kind.ENUM_TYPE_DEFINITION && given.name.value === name ? (given.values ?? []).map(({ name: { value } }) => value) : [],
  );
  expect(Object.keys(listed)).toEqual(values);
});
