import { describe, expect, it } from "vitest";
import { WorkspaceClasses } from "./workspace-classes.js";

function setup() {
  const clock = { now: 0 };
  const classes = new WorkspaceClasses(() => clock.now);
  const receive = (workspaceId: string, count: number) => {
    for (let index = 0; index < count; index += 1) classes.received(workspaceId);
  };
  return { clock, classes, receive };
}

describe("the class of a workspace", () => {
  it("is busy only for a workspace with many received events", () => {
    const { classes, receive } = setup();
    receive("large", 127);
    receive("small", 126);
    expect(classes.processed("large")).toBe("busy");
    expect(classes.processed("small")).toBe("other");
    expect(classes.processed("idle")).toBe("other");
  });

  it("is busy until a whole minute has passed with few events", () => {
    const { classes, clock, receive } = setup();
    receive("large", 200);
    clock.now = 60_000;
    expect(classes.processed("large")).toBe("busy");
    clock.now = 119_999;
    expect(classes.processed("large")).toBe("busy");
    clock.now = 120_000;
    expect(classes.processed("large")).toBe("other");
  });

  it("stays busy while a slow consumer processes events that it received earlier", () => {
    const { classes, clock, receive } = setup();
    receive("large", 2_000);
    for (let index = 0; index < 1_999; index += 1) {
      clock.now += 200;
      expect(classes.processed("large")).toBe("busy");
    }
  });

  it("is other after a pause", () => {
    const { classes, clock, receive } = setup();
    receive("large", 200);
    clock.now = 3_600_000;
    expect(classes.processed("large")).toBe("other");
  });
});
