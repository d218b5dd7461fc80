import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type OpenForm, openForm, setPublished, storedResponse, type Visitors, visitors, wordsOf } from "../../testing/collect.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { done, mutate } from "../../testing/forms.js";
import { addConnection, ask } from "../../testing/placements.js";

let fixture: Fixture;
let visitor: Visitors;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"), { PUBLIC_URL: "https://forms.example" });
  visitor = visitors(fixture);
});
afterAll(() => fixture.stop());

/** Calls each collect endpoint with the placement's key and a response id. Returns the HTTP status and the error of each call. */
async function allWays(placement: { publicKey: string }, id: string): Promise<string[]> {
  const answers = [
    await visitor.offer(placement, "ann"),
    await visitor.start(placement),
    await visitor.change(placement, id, { outcome: "SKIPPED" }),
    await visitor.read(placement, id),
  ];
  for (const { said } of answers) expect(JSON.stringify(said)).not.toMatch(/workspace|sql|select|node_modules/i);
  return answers.map(wordsOf);
}

async function begun(client: Client, input?: object): Promise<OpenForm & { id: string }> {
  const open = await openForm(client, input && { input });
  const { said } = await visitor.start(open.placement);
  return { ...open, id: said.id };
}

describe("a public key", () => {
  it("is unknown if it never existed", async () => {
    expect(await allWays({ publicKey: "fpk_none" }, newId())).toEqual(Array(4).fill("404 PUBLIC_KEY_UNKNOWN"));
  });

  it("ends at once when rotated; the new one works", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    const rotated = await ask(client, "rotate_form_public_key", {}, { placementId: placement.rowId });
    expect(await allWays(placement, id)).toEqual(Array(4).fill("410 PUBLIC_KEY_ENDED"));
    expect((await visitor.change(rotated.placement ?? placement, id, { outcome: "SKIPPED" })).said.status).toBe("SKIPPED");
  });

  it("has ended if its placement was removed or its form deleted", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    await ask(client, "remove_form_placement", { selection: "deletedId" }, { placementId: placement.rowId });
    expect(await allWays(placement, id)).toEqual(Array(4).fill("410 PUBLIC_KEY_ENDED"));
    const other = await begun(client);
    await openForm(client);
    await mutate(client, "delete_form", { formId: other.form.rowId });
    expect(await allWays(other.placement, other.id)).toEqual(Array(4).fill("410 PUBLIC_KEY_ENDED"));
  });

  it("accepts nothing if its placement is not published, but still returns responses", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    await setPublished(client, placement.rowId, false);
    expect(await allWays(placement, id)).toEqual([...Array(3).fill("410 FORM_CLOSED"), "200"]);
    expect(await storedResponse(fixture, id)).toMatchObject({ status: 1 });
  });

  it.each([
    ["archived", { status: "ARCHIVED" }],
    ["over", { enable_ends_at: true, ends_at: "2026-06-01T12:00:00.000Z" }],
    ["not begun", { starts_at: "2026-06-01T12:00:00.001Z" }],
  ])("accepts nothing if its form is %s", async (_what, body) => {
    const client = fixture.client();
    const { form, placement, id } = await begun(client);
    await openForm(client);
    await done(mutate(client, "update_form", { formId: form.rowId, body }));
    expect(await allWays(placement, id)).toEqual([...Array(3).fill("410 FORM_CLOSED"), "200"]);
  });

  it("still accepts customer and retries of a finished response after the form has closed", async () => {
    const client = fixture.client();
    const { placement, id } = await begun(client);
    await visitor.change(placement, id, { outcome: "SKIPPED" });
    await setPublished(client, placement.rowId, false);
    expect(wordsOf(await visitor.change(placement, id, { outcome: "SKIPPED" }))).toBe("200");
    expect(wordsOf(await visitor.change(placement, id, { customer: { ref: "ann" } }))).toBe("200");
  });
});

describe("a response", () => {
  it("is not found with another placement's key, nor by an invalid id", async () => {
    const client = fixture.client();
    const [one, other] = [await begun(client), await begun(client)];
    const nobodys = "00000000-0000-0000-0000-000000000000";
    await visitor.start(one.placement, { id: nobodys });
    for (const id of [other.id, newId(), "x"])
      expect([wordsOf(await visitor.read(one.placement, id)), wordsOf(await visitor.change(one.placement, id, {}))]).toEqual(
        Array(2).fill("404 RESPONSE_UNKNOWN"),
      );
  });

  it("cannot start with an id used by another placement or visitor", async () => {
    const client = fixture.client();
    const [one, other] = [await openForm(client), await openForm(client)];
    const id = newId();
    const refused = "409 RESPONSE_ID_TAKEN";
    expect((await visitor.start(one.placement, { id, visitorId: "ann" })).status).toBe(201);
    expect(wordsOf(await visitor.start(other.placement, { id, visitorId: "ann" }))).toBe(refused);
    expect(wordsOf(await visitor.start(one.placement, { id, visitorId: "bob" }))).toBe(refused);
    // A response in another workspace can have the same id.
    expect((await visitor.start((await openForm(fixture.client())).placement, { id })).status).toBe(201);
  });

  it("with an outcome accepts neither another outcome nor more answers", async () => {
    const { placement, id } = await begun(fixture.client());
    const answers = { why: "x" };
    await visitor.change(placement, id, { answers, outcome: "COMPLETE" });
    expect(wordsOf(await visitor.change(placement, id, { outcome: "SKIPPED" }))).toBe("422 outcome INVALID_TRANSITION");
    expect(wordsOf(await visitor.change(placement, id, { answers: { why: "y" } }))).toBe("422 answers INVALID_TRANSITION");
    expect(wordsOf(await visitor.change(placement, id, { answers, outcome: "COMPLETE" }))).toBe("200");
    expect(await storedResponse(fixture, id)).toMatchObject({ answers, status: 0 });
  });

  it("rejects unknown fields and outcomes", async () => {
    const { placement, id } = await begun(fixture.client());
    expect(wordsOf(await visitor.change(placement, id, { outcome: "INCOMPLETE", answer: {}, customer: "x" }))).toBe(
      "422 answer UNKNOWN_FIELD, customer INVALID, outcome INVALID",
    );
  });
});

describe("the origin of a page", () => {
  const preflight = (placement: { publicKey: string }, origin: string) =>
    visitor.send("OPTIONS", `/v1/collect/${placement.publicKey}/responses`, undefined, { headers: { origin } });

  it("must be allowed on WEBSITE, and CORS headers name that origin only", async () => {
    const { placement } = await openForm(fixture.client(), {
      input: { channelId: "Website", config: { allowed_origins: ["https://shop.example"] } },
    });
    const allowed = { headers: { origin: "https://shop.example" } };
    for (const answer of [await visitor.offer(placement, "a", allowed), await visitor.start(placement, { visitorId: "" }, allowed)])
      expect([answer.headers.get("access-control-allow-origin"), answer.headers.get("vary")]).toEqual(["https://shop.example", "Origin"]);
    const asked = await preflight(placement, "https://shop.example");
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "https://shop.example"]);
    expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH");

    for (const origin of ["https://evil.example", "null", "http://shop.example"]) {
      const refused = await visitor.offer(placement, "a", { headers: { origin } });
      expect([wordsOf(refused), refused.headers.get("access-control-allow-origin")]).toEqual(["403 origin_not_allowed", null]);
      expect(wordsOf(await visitor.start(placement, {}, { headers: { origin } }))).toBe("403 origin_not_allowed");
      expect(wordsOf(await preflight(placement, origin))).toBe("403 origin_not_allowed");
    }
  });

  it("must be our own on the hosted page", async () => {
    const { placement } = await openForm(fixture.client());
    expect((await visitor.start(placement, {}, { headers: { origin: "https://forms.example" } })).status).toBe(201);
    expect(
      (await visitor.start(placement, {}, { headers: { origin: "http://10.0.0.5:4000", "sec-fetch-site": "same-origin" } })).status,
    ).toBe(201);
    expect(
      wordsOf(await visitor.start(placement, {}, { headers: { origin: "https://shop.example", "sec-fetch-site": "cross-site" } })),
    ).toBe("403 origin_not_allowed");
  });

  it("is not checked on IN_PLATFORM, nor for an unknown key", async () => {
    const client = fixture.client();
    const connectionId = await addConnection(fixture, client);
    const { placement } = await openForm(client, { input: { channelId: "Store checkout", connectionId, config: {} } });
    const headers = { origin: "https://checkout.example" };
    expect((await visitor.offer(placement, "a", { headers })).headers.get("access-control-allow-origin")).toBe("*");
    const unknown = { publicKey: "fpk_none" };
    expect((await preflight(unknown, "https://shop.example")).status).toBe(204);
    expect((await visitor.offer(unknown, "a", { headers })).headers.get("access-control-allow-origin")).toBe("*");
  });
});
