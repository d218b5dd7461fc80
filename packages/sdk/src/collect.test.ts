import { afterEach, describe, expect, expectTypeOf, it } from "vitest";
import type { Change, Start } from "../../../apps/forms/src/domain/collect-body.js";
import type { GrantView } from "../../../apps/forms/src/domain/grant-view.js";
import type { formForVisitor } from "../../../apps/forms/src/services/responses/form-for-visitor.js";
import { type CollectChange, type CollectForm, type CollectGrant, type CollectStart, createCollectClient } from "./collect.js";
import { failure, json, reset, startServer } from "./testing/server.js";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function setUp(...answers: Parameters<typeof startServer>) {
  const server = await startServer(...answers);
  stops.push(server.stop);
  return { server, collect: createCollectClient({ url: server.url, publicKey: "fpk_1", retryDelayMs: 1 }) };
}

const response = { id: "1", status: "COMPLETE" };
const withGrant = (state: string) => json({ ...response, grants: [{ kind: "discount", state }], userErrors: [] });

describe("the collect client", () => {
  it("loads the form of a visitor without a key", async () => {
    const { server, collect } = await setUp(json({ form: { formSlug: "f" } }));
    expect((await collect.form("visitor 1")).form.formSlug).toBe("f");
    await collect.form();
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /v1/collect/fpk_1?visitorId=visitor%201",
      "GET /v1/collect/fpk_1",
    ]);
    expect(server.received[0]?.headers.authorization).toBeUndefined();
  });

  it("starts a response with an id of its own, also after a lost connection", async () => {
    const { server, collect } = await setUp(reset, json({ id: "1", status: "INCOMPLETE" }, 201));
    const started = await collect.start({ visitorId: "v1" });
    expect(started).toEqual({ ok: true, data: { id: "1", status: "INCOMPLETE", grants: [] }, userErrors: [] });
    const [first, second] = server.bodies();
    expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), visitorId: "v1" });
    expect(second).toEqual(first);
  });

  it("changes a response, and returns userErrors as a result", async () => {
    const error = { field: ["answers", "ease"], message: "It is required.", code: "REQUIRED" };
    const { server, collect } = await setUp(withGrant("ISSUED"), json({ ...response, grants: [], userErrors: [error] }, 422));
    const changed = await collect.change("1", { answers: { ease: 4 }, outcome: "COMPLETE" });
    expect(changed).toMatchObject({ ok: true, data: { ...response, grants: [{ state: "ISSUED" }] } });
    expect(await collect.change("1", { outcome: "COMPLETE" })).toEqual({ ok: false, data: null, userErrors: [error] });
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(2).fill("PATCH /v1/collect/fpk_1/responses/1"));
    expect(server.bodies()[0]).toEqual({ answers: { ease: 4 }, outcome: "COMPLETE" });
  });

  it("counts a view once, even if the server does not respond", async () => {
    const { server, collect } = await setUp((response) => response.writeHead(204).end(), reset, failure("FORM_CLOSED", 410));
    await collect.view("version-1");
    expect(server.received[0]).toMatchObject({ method: "POST", path: "/v1/collect/fpk_1/views" });
    expect(server.bodies()[0]).toEqual({ formVariantId: "version-1" });
    await expect(collect.view("version-1")).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(server.received).toHaveLength(2);
    await expect(collect.view("version-1")).rejects.toMatchObject({ code: "FORM_CLOSED" });
  });

  it("throws the errors of the API", async () => {
    const { collect } = await setUp(failure("FORM_CLOSED", 410));
    await expect(collect.form()).rejects.toMatchObject({ code: "FORM_CLOSED", status: 410, requestId: "r-1" });
    await expect(collect.start({ visitorId: "v1" })).rejects.toMatchObject({ code: "FORM_CLOSED" });
  });

  it("waits until no reward is being issued", async () => {
    const { server, collect } = await setUp(withGrant("ISSUING"), withGrant("ISSUED"));
    expect((await collect.waitForGrants("1")).grants).toEqual([{ kind: "discount", state: "ISSUED" }]);
    expect(server.received).toHaveLength(2);
    const { server: slow, collect: impatient } = await setUp(withGrant("ISSUING"));
    expect((await impatient.waitForGrants("1", { waitMs: 0 })).grants).toEqual([{ kind: "discount", state: "ISSUING" }]);
    expect(slow.received).toHaveLength(1);
  });
});

it("has the types of the forms service", () => {
  type Served = Awaited<ReturnType<typeof formForVisitor>>;
  expectTypeOf<Required<CollectStart>>().toEqualTypeOf<Required<Start>>();
  expectTypeOf<Required<CollectChange>>().toEqualTypeOf<Required<Change>>();
  expectTypeOf<CollectGrant>().toEqualTypeOf<GrantView>();
  expectTypeOf<keyof CollectForm>().toEqualTypeOf<keyof Served>();
  expectTypeOf<keyof CollectForm["form"]>().toEqualTypeOf<keyof Served["form"]>();
  expectTypeOf<CollectForm["copy"]>().toEqualTypeOf<Served["copy"]>();
  expectTypeOf<Served["rewards"]>().toExtend<CollectForm["rewards"]>();
});
