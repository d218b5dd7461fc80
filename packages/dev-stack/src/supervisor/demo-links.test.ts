import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readDemoLinks } from "./demo-links.js";

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a stub of the API. `forms` maps form slugs to placements. */
async function start(forms: Record<string, object[]>): Promise<string> {
  const created = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { variables } = JSON.parse(text) as { variables: { slug?: string } };
    const { slug } = variables;
    const nodes = Object.keys(forms).map((formSlug) => ({ formSlug }));
    const isKnown = request.headers.authorization === "Bearer key";
    const data = slug === undefined ? { list_forms: { nodes } } : { get_form_install: { placements: forms[slug] } };
    response.end(JSON.stringify(isKnown ? { data } : { errors: [] }));
  });
  server = created;
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(created.address() as AddressInfo).port}`;
}

const placement = { url: "http://a/s/1", qrSvgUrl: "http://a/s/1/qr.svg", published: true, surface: "EMAIL_SHAREABLE" };

it("returns the links of the first published placement with a page of its own", async () => {
  const shown = { ...placement, url: "http://a/s/2", qrSvgUrl: "http://a/s/2/qr.svg" };
  const hidden = [
    { ...placement, published: false },
    { ...placement, surface: "WEBSITE" },
  ];
  const url = await start({ draft: [], website: hidden, email: [shown, placement] });
  expect(await readDemoLinks(url, "key")).toEqual({ form: shown.url, qrCode: shown.qrSvgUrl });
});

it("returns undefined without such a placement, and rejects if the request fails", async () => {
  const url = await start({ draft: [] });
  expect(await readDemoLinks(url, "key")).toBeUndefined();
  await expect(readDemoLinks(url, "other")).rejects.toThrow();
});
