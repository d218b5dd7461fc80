import { describe, expect, it } from "vitest";
import { givenWorkspaces } from "./workspaces.js";

const [one, other] = ["01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"];

describe("givenWorkspaces", () => {
  it("finds the option in every position and form", () => {
    expect(givenWorkspaces(["import", "discounts", "a.csv", "--workspace", one.toUpperCase(), "--json"], {})).toEqual([one]);
    expect(givenWorkspaces(["partner", `--workspace=${one}`, "--workspace", other, "add"], {})).toEqual([one, other]);
  });
  it("uses the environment if no argument names a workspace", () => {
    expect(givenWorkspaces(["demo"], { OFFERGRAPH_WORKSPACE: one })).toEqual([one]);
    expect(givenWorkspaces(["demo", "--workspace", other], { OFFERGRAPH_WORKSPACE: one })).toEqual([other]);
    expect(givenWorkspaces(["demo"], {})).toEqual([]);
  });
  it("ignores values that are not ids", () => {
    expect(givenWorkspaces(["demo", "--workspace", "mine"], { OFFERGRAPH_WORKSPACE: one })).toEqual([]);
    expect(givenWorkspaces(["demo", "--workspace"], {})).toEqual([]);
  });
});
