import { describe, expect, it } from "vitest";
import { givenWorkspaces } from "./given-workspaces.js";

const [one, other] = ["01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"];

describe("the workspaces that a command is given", () => {
  it("are found wherever and however the option is written", () => {
    expect(givenWorkspaces(["import", "discounts", "a.csv", "--workspace", one.toUpperCase(), "--json"], {})).toEqual([one]);
    expect(givenWorkspaces(["partner", `--workspace=${one}`, "--workspace", other, "add"], {})).toEqual([one, other]);
  });
  it("are the environment's where no word says one", () => {
    expect(givenWorkspaces(["demo"], { OFFERGRAPH_WORKSPACE: one })).toEqual([one]);
    expect(givenWorkspaces(["demo", "--workspace", other], { OFFERGRAPH_WORKSPACE: one })).toEqual([other]);
    expect(givenWorkspaces(["demo"], {})).toEqual([]);
  });
  it("are left to the command where they are no id", () => {
    expect(givenWorkspaces(["demo", "--workspace", "mine"], { OFFERGRAPH_WORKSPACE: one })).toEqual([]);
    expect(givenWorkspaces(["demo", "--workspace"], {})).toEqual([]);
  });
});
