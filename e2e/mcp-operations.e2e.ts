import { beforeAll, describe, expect, it } from "vitest";
import { additions } from "./src/additions.js";
import type { Known } from "./src/mcp/story/known.js";
import { isCall, nameOf, type Step } from "./src/mcp/story/step.js";
import { story } from "./src/mcp/story/story.js";
import { storyBegins, tell } from "./src/mcp/story/tell.js";
import { encodings, openToolbox, type Toolbox } from "./src/mcp/toolbox.js";

const operations = 68 + additions.length;

describe("the official client", () => {
  let known: Known;
  let toolbox: Toolbox;
  beforeAll(async () => {
    known = await storyBegins();
    toolbox = await openToolbox(known.baseUrl, known.key);
  });

  it("lists every operation, and this story calls every one of them", () => {
    const called = story.filter(isCall).map(({ tool }) => tool);
    expect([...toolbox.tools.keys()].sort()).toEqual([...new Set(called)].sort());
    expect(toolbox.tools.size).toBe(operations);
  });

  it.each(story.map((step): [string, Step] => [nameOf(step), step]))("%s", async (_name, step) => {
    if (isCall(step))
      for (const encoding of encodings) expect(toolbox.inputFaults(step.tool, encoding, step.input(known)), encoding).toEqual([]);
    await tell(toolbox.client, step, known, ({ tool }, content) => {
      for (const encoding of encodings) expect(toolbox.outputFaults(tool, encoding, content), encoding).toEqual([]);
    });
  });
});
