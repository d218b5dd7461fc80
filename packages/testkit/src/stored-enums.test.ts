import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "graphql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { extendStoredEnums } from "../../../scripts/subgraphs/stored-enums.js";

let app: string;
beforeEach(() => {
  app = mkdtempSync(join(tmpdir(), "stored-enums-"));
  mkdirSync(join(app, "schema"));
});
afterEach(() => rmSync(app, { recursive: true }));

const store = (stored: object) => writeFileSync(join(app, "schema/stored-enums.json"), JSON.stringify(stored));
const extend = (sdl: string) => JSON.parse(extendStoredEnums(app, parse(sdl).definitions)?.[1] ?? "null");

describe("the stored values of an enum", () => {
  it("keep their positions if the SDL inserts, moves or removes a value", () => {
    store({ Size: ["SMALL", "LARGE"] });
    expect(extend("enum Size { LARGE MEDIUM SMALL }")).toEqual({ Size: ["SMALL", "LARGE", "MEDIUM"] });
    expect(extend("enum Size { LARGE }")).toEqual({ Size: ["SMALL", "LARGE"] });
  });

  it("start in the order of the SDL", () => {
    store({ Size: [] });
    expect(extend("enum Size { SMALL LARGE }")).toEqual({ Size: ["SMALL", "LARGE"] });
  });

  it("require an enum in the SDL", () => {
    store({ Size: [] });
    expect(() => extend("enum Colour { RED }")).toThrow("the SDL has no enum Size");
  });
});
