import { describe, expect, it } from "vitest";
import { sharedBuffers } from "./postgres-memory.js";

const gibibyte = 2 ** 30;

describe("sharedBuffers", () => {
  it.each([
    [0.25 * gibibyte, "128MB"],
    [2 * gibibyte, "512MB"],
    [24 * gibibyte, "1024MB"],
  ])("is a quarter of %d bytes, 128 MB to 1 GB", (memory, expected) => expect(sharedBuffers(memory)).toBe(expected));
});
