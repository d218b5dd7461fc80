import { afterEach, expect, it, vi } from "vitest";
import { collector } from "./collect.js";

afterEach(() => vi.unstubAllGlobals());

const written = { publicKey: "fpk_one", redirectUrl: null, position: null, asksEmail: true, assets: "/assets/forms/0/" };
const page = { ...written, locale: "en", supportEmail: null, dialog: {} };
const settings = { ...page, isFramed: false, visitorId: "v", sessionId: "s" };
const unknown = { clickId: undefined, clickIdKind: undefined, originRef: undefined };
const kept = { id: "r", formVariantId: "f", visitorId: "v", answers: {}, sent: [], page: 0 };

/** Replaces `fetch` with a fake server that rejects the given signatures. Returns a list that collects the customer of each request. */
function sentTo(refused: readonly string[]): unknown[] {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    const { customer } = JSON.parse(body);
    sent.push(customer);
    const isRefused = refused.includes(customer?.signature);
    const userErrors = isRefused ? [{ field: ["customer", "signature"], message: "The signature does not match." }] : [];
    return new Response(JSON.stringify({ status: "INCOMPLETE", grants: [], userErrors }), { status: isRefused ? 422 : 200 });
  });
  return sent;
}
const speak = (signature?: string) => collector({ ...settings, ...unknown, customer: { ref: "ann", signature } }, () => undefined);

it("sends the customer's signature with the start and the outcome", async () => {
  const sent = sentTo([]);
  const server = speak("right");
  await server.start(kept);
  await server.change("r", { outcome: "COMPLETE", customer: { ref: "ann", signature: "right" } });
  await server.change("r", { answers: {} });
  expect(sent).toEqual([{ ref: "ann", signature: "right" }, { ref: "ann", signature: "right" }, undefined]);
});

it("continues without a rejected signature and logs a warning", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const sent = sentTo(["old"]);
  const server = speak("old");
  expect(await server.start(kept)).toMatchObject({ userErrors: [] });
  await server.change("r", { outcome: "COMPLETE", customer: { ref: "ann", signature: "old" } });
  expect(sent).toEqual([{ ref: "ann", signature: "old" }, { ref: "ann" }, { ref: "ann" }]);
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

it("reports a view once, even if the request fails, and without the visitor", async () => {
  const send = vi.fn(() => Promise.reject(new TypeError("failed to fetch")));
  vi.stubGlobal("fetch", send);
  speak().view("version-1");
  await Promise.resolve();
  const options = { method: "POST", credentials: "omit", keepalive: true, body: JSON.stringify({ formVariantId: "version-1" }) };
  expect(send.mock.calls).toEqual([["/v1/collect/fpk_one/views", expect.objectContaining(options)]]);
});
