import { expect, it } from "vitest";
import { sharesOf } from "./shares-of.js";

const frame = (id: number, functionName: string, url = "") => ({ id, callFrame: { functionName, url } });

it("adds up the time of each library, folder and module, and ignores the time without work", () => {
  const root = "file:///home/offergraph";
  const profile = {
    nodes: [
      frame(1, "(idle)"),
      frame(2, "(garbage collector)"),
      frame(3, "parse", `${root}/node_modules/graphql/language/parser.js`),
      frame(4, "advance", `${root}/node_modules/graphql/language/lexer.js`),
      frame(5, "run", `${root}/apps/gateway/dist/supergraph/execute/run.js`),
      frame(6, "answer", `${root}/apps/gateway/dist/supergraph/execute/answer.js`),
      frame(7, "write", "node:internal/stream_base_commons"),
      frame(8, "writeUtf8String"),
      frame(9, "send", `${root}/node_modules/a/node_modules/@b/c/index.js`),
    ],
    samples: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    timeDeltas: [1000, 5, 10, 10, 15, 15, 20, 12, 13],
  };
  expect(sharesOf(profile)).toEqual([
    { part: "apps/gateway/supergraph/execute", share: 0.3 },
    { part: "graphql", share: 0.2 },
    { part: "Node: stream_base_commons", share: 0.2 },
    { part: "@b/c", share: 0.13 },
    { part: "native function writeUtf8String", share: 0.12 },
    { part: "garbage collection", share: 0.05 },
  ]);
});
