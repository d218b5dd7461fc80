import { createLogger } from "@offergraph/shared/log/logger";
import { expect, it } from "vitest";
import { subgraphReader } from "./read-subgraph.js";
import type { SubgraphClient } from "./subgraph-client.js";

it("returns the same object until a response changes, and repeats the validation of an invalid manifest", async () => {
  const replies = { sdl: "type Query { a: Int }", manifest: "{}" };
  const client: SubgraphClient = {
    send: async ({ path }) => {
      const text = path === "manifest" ? replies.manifest : JSON.stringify({ data: { _service: { sdl: replies.sdl } } });
      return { status: 200, errorCount: "0", body: Buffer.from(text) };
    },
    close: async () => {},
  };
  const read = subgraphReader("things", client, createLogger("gateway", "silent"));
  const first = await read(undefined);
  expect(first).toMatchObject({ name: "things", sdl: replies.sdl });
  expect(await read(first.manifest)).toBe(first);
  replies.sdl = "type Query { b: Int }";
  const second = await read(first.manifest);
  expect(second).toMatchObject({ sdl: replies.sdl, manifest: first.manifest });
  replies.manifest = "[]";
  await expect(read(undefined)).rejects.toThrow("Invalid manifest");
  await expect(read(undefined)).rejects.toThrow("Invalid manifest");
  expect(await read(second.manifest)).toBe(second);
});
