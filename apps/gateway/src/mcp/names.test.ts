import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { finderTools } from "./finder/finder-tools.js";
import { instructionsOf } from "./instructions.js";
import { findPrompt } from "./prompts.js";
import { readResource, resources, resourceTemplates } from "./resources/resources.js";
import { allManifests, appSubgraphs, contextOf, engineOf } from "./testing/context.js";

const context = contextOf(engineOf(appSubgraphs()));
const byDefault = { ...context, filter: { ...context.filter, isDefault: true } };
const tools = [...context.tools.all.keys(), ...finderTools(byDefault).map(({ name }) => name)];
// Matches words such as `create_x`, which start with the verb of a tool name.
const verbs = [...new Set(tools.map((name) => name.split("_")[0]))].join("|");
const toolWords = (text: string) => [...new Set(text.match(new RegExp(`\\b(?:${verbs})(?:_[a-z]+)+\\b`, "g")))];
const uris = (text: string) => [...new Set(text.match(/offergraph:\/\/[a-z-]+(?:\/[\w{}]+)?/g))];
const promptTexts = allManifests.prompts.map(({ name, tools, arguments: taken }) => {
  const given = Object.fromEntries(taken.filter(({ required }) => required).map((argument) => [argument.name, "x"]));
  return { name, declared: tools, text: JSON.stringify(findPrompt(name, given, context)) };
});
const instructions = instructionsOf(allManifests, byDefault);

/** Returns all texts that models read and that may contain tool names. */
async function texts(): Promise<{ name: string; text: string }[]> {
  const listed = resources(context);
  const read = await Promise.all(
    ["states", "filters", "glossary"].map(async (name) => ({
      name,
      text: JSON.stringify(await readResource(`offergraph://${name}`, context)),
    })),
  );
  const guide = new URL("../../../../docs/mcp.md", import.meta.url);
  return [
    { name: "instructions", text: instructions },
    ...promptTexts,
    ...read,
    { name: "descriptions", text: JSON.stringify([listed, resourceTemplates]) },
    { name: "tools", text: [...context.tools.all.values()].map((tool) => tool.definition("full").description).join("\n") },
    ...(existsSync(guide) ? [{ name: "docs/mcp.md", text: readFileSync(guide, "utf8") }] : []),
  ];
}

describe("what texts name", () => {
  it("is there: tools and resources", async () => {
    const known = [...resources(context).map(({ uri }) => uri), ...resourceTemplates.map(({ uriTemplate }) => uriTemplate)];
    for (const { name, text } of await texts()) {
      expect({
        name,
        unknown: toolWords(text).filter((word) => !tools.includes(word) && !promptTexts.some(({ name }) => name === word)),
      }).toEqual({ name, unknown: [] });
      expect({ name, unknown: uris(text).filter((uri) => !known.includes(uri) && !/^offergraph:\/\/types\/[A-Z]\w+$/.test(uri)) }).toEqual({
        name,
        unknown: [],
      });
    }
  });

  it.each(promptTexts)("is what the prompt $name says it needs", ({ declared, text }) => {
    expect(toolWords(text).sort()).toEqual([...declared].sort());
  });

  it("is short in the instructions: models have them in front all the time", () => {
    expect(instructions.length).toBeLessThan(2_200);
    expect(uris(instructions).length).toBeGreaterThan(5);
  });

  it("includes the keys next to the result in the instructions", () => {
    for (const key of ["`warnings`", "`next`"]) expect(instructions).toContain(key);
  });
});
