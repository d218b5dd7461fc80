import { describe, expect, it } from "vitest";
import { channelMeant } from "./channels.js";
import { formStatuses } from "./ordinals.js";
import { problemsOfForm, problemsOfPlacement } from "./placement-problems.js";

const now = new Date("2026-06-01T12:00:00.000Z");
const form = { status: formStatuses.indexOf("PUBLISHED"), startsAt: null, endsAt: null, enableEndsAt: false };
const [before, exactly, after] = ["2026-06-01T11:59:59.999Z", "2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00.001Z"];

describe("a form accepts responses", () => {
  it("while it is published", () => {
    expect(problemsOfForm(form, now)).toEqual([]);
    for (const status of ["DRAFT", "READY", "ARCHIVED"] as const)
      expect(problemsOfForm({ ...form, status: formStatuses.indexOf(status) }, now)).toEqual([
        `The form is not published; its status is ${status}.`,
      ]);
  });

  it("from its start until its end if enableEndsAt is set", () => {
    expect(problemsOfForm({ ...form, startsAt: exactly, endsAt: after, enableEndsAt: true }, now)).toEqual([]);
    expect(problemsOfForm({ ...form, startsAt: after }, now)).toEqual([`The form does not accept responses before ${after}.`]);
    expect(problemsOfForm({ ...form, endsAt: exactly, enableEndsAt: true }, now)).toEqual([
      `The form stopped accepting responses at ${exactly}.`,
    ]);
    expect(problemsOfForm({ ...form, endsAt: before }, now)).toEqual([]);
  });
});

describe("a placement accepts responses", () => {
  const placement = { published: true, connectionId: null, config: {} };
  const on = (name: string) => {
    const channel = channelMeant("0190a000-0000-7000-8000-000000000001", name);
    if (!channel) throw new Error(name);
    return channel;
  };

  it("while it is published", () => {
    expect(problemsOfPlacement(placement, on("Email"), false)).toEqual([]);
    expect(problemsOfPlacement({ ...placement, published: false }, on("Email"), false)).toEqual(["The placement is not published."]);
  });

  it("if its connection exists", () => {
    const connected = { ...placement, connectionId: "c" };
    expect(problemsOfPlacement(connected, on("Store checkout"), true)).toEqual([]);
    expect(problemsOfPlacement(placement, on("Store checkout"), false)).toEqual([
      "The channel Store checkout requires a store connection.",
    ]);
    expect(problemsOfPlacement(connected, on("Store checkout"), false)).toHaveLength(1);
  });

  it("on a website with allowed_origins", () => {
    expect(problemsOfPlacement({ ...placement, config: { allowed_origins: ["https://a.example"] } }, on("Website"), false)).toEqual([]);
    for (const config of [{}, { allowed_origins: [] }])
      expect(problemsOfPlacement({ ...placement, config }, on("Website"), false)).toEqual([
        "Web pages cannot load the form because the placement's setting `allowed_origins` is empty.",
      ]);
  });
});
