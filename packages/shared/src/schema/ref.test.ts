import { describe, expect, it } from "vitest";
import { readRef } from "./ref.js";

const id = "0198c0de-0000-7000-8000-00000000000a";

describe("a Ref", () => {
  it("is an id if it is a UUID, else a name", () => {
    expect(readRef(id.toUpperCase())).toEqual({ id });
    expect(readRef({ name: id })).toEqual({ name: id });
    expect(readRef("@ann")).toEqual({ name: "@ann" });
  });
});
