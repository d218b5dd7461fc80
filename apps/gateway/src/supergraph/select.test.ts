import { manifestSchema } from "@offergraph/shared/schema/manifest";
import { describe, expect, it } from "vitest";
import type { PublishedSchema } from "./published.js";
import { type Composition, selectSchemas } from "./select.js";

/** Creates a schema of a subgraph, for example "forms 2". */
function schemaOf(text: string): PublishedSchema {
  const [name = "", version = ""] = text.split(" ");
  const hashes = { sdlHash: text, manifestHash: "" };
  return { name, version, sdl: text, manifest: manifestSchema.parse({}), ...hashes, registeredAt: `2026-01-0${version}T00:00:00.000Z` };
}
const offersOf = (...lists: string[][]) => new Map(lists.map((list) => [(list[0] ?? "").split(" ")[0] ?? "", list.map(schemaOf)]));
const textOf = (set: readonly PublishedSchema[]) => set.map(({ sdl }) => sdl).sort();

/**
 * Creates a function that composes sets of schemas. The composition fails if the set contains all schemas of a list in `conflicts`. The
 * composition has a finding for each schema that is in `findings`.
 */
function composer(conflicts: readonly string[][] = [], findings: readonly string[] = []) {
  const composed: string[][] = [];
  const compose = async (set: readonly PublishedSchema[]): Promise<Composition> => {
    const texts = textOf(set);
    composed.push(texts);
    const errors = conflicts.filter((conflict) => conflict.every((one) => texts.includes(one))).map((conflict) => conflict.join(" + "));
    if (errors.length > 0) return { errors };
    return { supergraphSdl: texts.join(), findings: texts.filter((one) => findings.includes(one)) };
  };
  return { compose, composed };
}

async function select(offers: Map<string, PublishedSchema[]>, active: string[], compose: ReturnType<typeof composer>["compose"]) {
  const { chosen, refused } = await selectSchemas(offers, active.map(schemaOf), compose);
  return { chosen: chosen && textOf(chosen.set), refused: refused.map(({ schema, reasons }) => [schema.sdl, ...reasons]) };
}

describe("the chosen schemas", () => {
  it("are the newest of each subgraph", async () => {
    const { compose } = composer();
    const offers = offersOf(["forms 2", "forms 1"], ["orders 1"]);
    expect(await select(offers, ["forms 1", "orders 1"], compose)).toEqual({ chosen: ["forms 2", "orders 1"], refused: [] });
    expect(await select(offers, [], compose)).toEqual({ chosen: ["forms 2", "orders 1"], refused: [] });
  });

  it("are all new together, if they compose only together", async () => {
    const { compose } = composer([
      ["forms 2", "orders 1"],
      ["forms 1", "orders 2"],
    ]);
    const offers = offersOf(["forms 2", "forms 1"], ["orders 2", "orders 1"]);
    expect(await select(offers, ["forms 1", "orders 1"], compose)).toEqual({ chosen: ["forms 2", "orders 2"], refused: [] });
  });

  it("do not include a bad schema, which holds back no other subgraph", async () => {
    const { compose } = composer([["forms 3"]]);
    const offers = offersOf(["forms 3", "forms 2", "forms 1"], ["orders 2", "orders 1"]);
    expect(await select(offers, ["forms 1", "orders 1"], compose)).toEqual({
      chosen: ["forms 2", "orders 2"],
      refused: [["forms 3", "forms 3"]],
    });
    expect(await select(offers, [], compose)).toEqual({ chosen: ["forms 2", "orders 2"], refused: [["forms 3", "forms 3"]] });
  });

  it("have the offered version of an unchanged schema next to a bad schema", async () => {
    const { compose } = composer([["forms 2"]]);
    const offers = offersOf(["forms 2", "forms 1"], ["orders 1"]);
    offers.set("orders", [{ ...schemaOf("orders 1"), version: "1.0.1" }]);
    const { chosen } = await selectSchemas(offers, ["forms 1", "orders 1"].map(schemaOf), compose);
    expect(chosen?.set.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(["forms 1", "orders 1.0.1"]);
  });

  it("keep the active schema of a subgraph whose replicas all serve a bad schema", async () => {
    const { compose } = composer([["forms 2"]]);
    const offers = offersOf(["forms 2"], ["orders 2"]);
    expect(await select(offers, ["forms 1", "orders 1"], compose)).toEqual({
      chosen: ["forms 1", "orders 2"],
      refused: [["forms 2", "forms 2"]],
    });
  });

  it("are an older version after the newest has left", async () => {
    const { compose } = composer();
    expect(await select(offersOf(["forms 1"]), ["forms 2"], compose)).toEqual({ chosen: ["forms 1"], refused: [] });
  });

  it("do not include a schema with a new finding", async () => {
    const { compose } = composer([], ["forms 2"]);
    expect(await select(offersOf(["forms 2", "forms 1"]), ["forms 1"], compose)).toEqual({
      chosen: ["forms 1"],
      refused: [["forms 2", "forms 2"]],
    });
  });

  it("may have findings if there is no other supergraph, and findings that are served already", async () => {
    const { compose } = composer([], ["forms 1"]);
    expect(await select(offersOf(["forms 1"], ["orders 1"]), [], compose)).toEqual({ chosen: ["forms 1", "orders 1"], refused: [] });
    const offers = offersOf(["forms 1"], ["orders 2", "orders 1"]);
    expect(await select(offers, ["forms 1", "orders 1"], compose)).toEqual({ chosen: ["forms 1", "orders 2"], refused: [] });
  });

  it("are empty if nothing composes", async () => {
    const { compose } = composer([["forms 1"]]);
    expect(await select(offersOf(["forms 1"]), [], compose)).toEqual({ chosen: undefined, refused: [["forms 1", "forms 1"]] });
  });
});
