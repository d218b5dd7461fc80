import { createSecretKey, randomBytes } from "node:crypto";
import type { LookupAddress } from "node:dns";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { ssrfSafeConnector } from "@offergraph/service/outbound/ssrf-safe-connector";
import { newId } from "@offergraph/shared/time/ids";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestStore, storeRow, type TestStore } from "../../testing/test-store.js";
import { checkEndpoint } from "./endpoint.js";
import { createStores, type Stores } from "./stores.js";

const secretKey = createSecretKey(randomBytes(32));
const here: LookupAddress = { address: "127.0.0.1", family: 4 };
const everywhere: LookupAddress = { address: "93.184.215.14", family: 4 };
const metadata: LookupAddress = { address: "169.254.169.254", family: 4 };

let store: TestStore;
let named: string;
const open: Stores[] = [];

/** Creates stores whose DNS lookups return the given answers in order, and then the last answer again. */
function storesWhere(allowPrivate: boolean, ...answers: LookupAddress[][]) {
  let count = 0;
  const resolve = vi.fn(async () => answers[Math.min(count++, answers.length - 1)] ?? []);
  const stores = createStores({ allowPrivate, secretKey }, { resolve });
  open.push(stores);
  return { resolve, push: (url: string) => pushTo(stores, url) };
}

function pushTo(stores: Stores, url: string) {
  const row = storeRow(secretKey, { url, secret: store.secret });
  return stores.providerOf(row).push(row, { id: newId(), text: "{}" });
}

beforeEach(async () => {
  store = await startTestStore();
  named = store.url.replace("127.0.0.1", "store.example");
});
afterEach(async () => {
  for (const stores of open.splice(0)) await stores.close();
  await store.stop();
});

describe("a connection to a store", () => {
  it("uses the address of its single lookup", async () => {
    const { push, resolve } = storesWhere(true, [here], [metadata]);
    await push(named);
    expect(resolve.mock.calls).toEqual([["store.example"]]);
    expect(store.connections()).toBe(1);
    expect(store.arrivals[0]?.headers.host).toMatch(/^store\.example:/);
  });

  it("is checked each time", async () => {
    const { push, resolve } = storesWhere(true, [here], [metadata]);
    store.behave((response, { headers }) => {
      response.setHeader("connection", "close");
      store.answer(response, String(headers["webhook-id"]), "");
    });
    await push(named);
    const message = "The store's endpoint resolves to a forbidden address; only public and private addresses are allowed.";
    await expect(push(named)).rejects.toMatchObject({ message, isFinal: true });
    expect(resolve).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["this machine", [here]],
    ["this machine and a public address", [everywhere, here]],
    ["the metadata service of a cloud", [metadata]],
  ])("is refused if a formerly public name resolves to %s (DNS rebinding)", async (_what, answer) => {
    const endpoint = named.replace("http:", "https:");
    await checkEndpoint(endpoint, { allowPrivate: false, resolve: async () => [everywhere] });
    const { push } = storesWhere(false, answer);
    const message = "The store's endpoint resolves to a forbidden address; only public addresses are allowed.";
    await expect(push(endpoint)).rejects.toMatchObject({ message, isFinal: true });
    expect(store.connections()).toBe(0);
  });

  it("is refused for a forbidden IP address without a lookup", async () => {
    const connect = ssrfSafeConnector({ allowPrivate: false }, 1_000);
    for (const hostname of ["127.0.0.1", "::1"]) {
      const port = new URL(store.url).port;
      const error = await new Promise((resolve) => connect({ hostname, port, protocol: "http:" }, (...[fault]) => resolve(fault)));
      expect(error).toMatchObject({ message: "The URL resolves to a forbidden address; only public addresses are allowed." });
    }
    expect(store.connections()).toBe(0);
  });

  it("is refused if the name has no address", async () => {
    const failure = Object.assign(new Error("getaddrinfo ENOTFOUND store.example"), { code: "ENOTFOUND" });
    const stores = createStores({ allowPrivate: true, secretKey }, { resolve: () => Promise.reject(failure) });
    open.push(stores);
    const message = "The hostname of the store's endpoint cannot be resolved.";
    await expect(pushTo(stores, named)).rejects.toMatchObject({ message, isFinal: false });
    await expect(storesWhere(true, []).push(named)).rejects.toMatchObject({ message, isFinal: false });
  });

  it("is refused with an untrusted certificate", async () => {
    const server = createTlsServer({ key, cert }, () => expect.fail("The request went out."));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { push } = storesWhere(true, [here]);
    const url = `https://store.example:${(server.address() as AddressInfo).port}/`;
    await expect(push(url)).rejects.toMatchObject({ message: "The store's certificate is not valid.", isFinal: false });
    await new Promise((resolve) => server.close(resolve));
  });
});

// Key and self-signed certificate of store.example, valid until 2126.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9BxM/+wNVhDGnQXY
0trHRdmIM5ZMIM1Um1w/+R3oNouhRANCAASh/k8iH2vkD3CKnMuxR67sGde+8WOH
t1taAVJeV/Lc5FzeLYKKnrEgskRawWuzuJ1hOm5ZG5lLJSAked7zza6D
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBojCCAUegAwIBAgIUdvJDJyxjmRENSAn+Fx0Nj1+kJaIwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNc3RvcmUuZXhhbXBsZTAgFw0yNjExMjExNDU0MDFaGA8yMTI2
MTAyODE0NTQwMVowGDEWMBQGA1UEAwwNc3RvcmUuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABKH+TyIfa+QPcIqcy7FHruwZ177xY4e3W1oBUl5X8tzk
XN4tgoqesSCyRFrBa7O4nWE6blkbmUslICR53vPNroOjbTBrMB0GA1UdDgQWBBT8
J8pu1joHFVBhAer7bPaCsTH3NjAfBgNVHSMEGDAWgBT8J8pu1joHFVBhAer7bPaC
sTH3NjAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXN0b3JlLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSQAwRgIhALgAeOrAbw0Ov7imdJ8DO0F6sN+9OAu7fXtrdjEp
spY8AiEAwDcl7Ho8n6cehxOPF0SC617Xhm/rZeXRsXyEv7CcC90=
-----END CERTIFICATE-----`;
