import { describe, expect, it } from "vitest";
import { parseReplicas, replicaName } from "./replicas.js";

const apps = ["gateway", "incentives", "forms"];

describe("OFFERGRAPH_REPLICAS", () => {
  it("gives every app one process by default", () => {
    expect([...parseReplicas("", apps)]).toEqual([
      ["gateway", 1],
      ["incentives", 1],
      ["forms", 1],
    ]);
  });
  it("reads counts by app and ignores spaces", () => {
    expect([...parseReplicas(" incentives:2, gateway:3 ,", apps)]).toEqual([
      ["gateway", 3],
      ["incentives", 2],
      ["forms", 1],
    ]);
  });
  it.each(["partners:2", "forms", "forms:0", "forms:17", "forms:two", "forms:-1", "forms=2", "Forms:2"])(
    "refuses %s and says what is allowed",
    (text) => {
      expect(() => parseReplicas(text, apps)).toThrow(/OFFERGRAPH_REPLICAS.*gateway, incentives, forms.*1 to 16/);
    },
  );
  it("rejects a duplicate app", () => {
    expect(() => parseReplicas("forms:1,forms:2", apps)).toThrow("forms twice");
  });
  it("names the first process after the app and numbers the others", () => {
    expect([replicaName("forms", 0), replicaName("forms", 1)]).toEqual(["forms", "forms-2"]);
  });
});
