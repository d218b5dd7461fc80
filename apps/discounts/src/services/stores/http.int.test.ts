import { createHash, createSecretKey, randomBytes } from "node:crypto";
import { newId } from "@offergraph/shared/time/ids";
import { polling } from "@offergraph/testkit/timeouts";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoreRow } from "../../db/rows.js";
import { startTestStore, storeRow, type TestStore } from "../../testing/test-store.js";
import type { HttpOptions } from "./http.js";
import { newSecret } from "./secrets.js";
import type { StoreMessage } from "./store.js";
import { createStores, type Stores } from "./stores.js";

const secretKey = createSecretKey(randomBytes(32));
const lost = { message: "The connection to the store was lost.", isFinal: false };
const notSigned = { message: "The store's response is not signed with the connection's secret.", isFinal: false };

let store: TestStore;
let row: StoreRow;
let stores: Stores;

const connect = (changes: Partial<HttpOptions> = {}) => createStores({ allowPrivate: true, secretKey }, changes);
const message = (): StoreMessage => ({ id: newId(), text: JSON.stringify({ type: "discount_code.push", data: { title: "Größe €" } }) });
const push = (sent = message(), by = stores, to = row) => by.providerOf(to).push(to, sent);

beforeEach(async () => {
  store = await startTestStore();
  row = storeRow(secretKey, store);
  stores = connect();
});
afterEach(async () => {
  await stores.close();
  await store.stop();
});

describe("a push to a store over HTTP", () => {
  it("is one signed POST with the exact message, and succeeds with a signed response", async () => {
    const sent = message();
    await push(sent);
    expect(store.arrivals).toHaveLength(1);
    const [{ method, path, headers, text } = expect.fail()] = store.arrivals;
    expect({ method, path, text }).toEqual({ method: "POST", path: "/store?shop=1", text: sent.text });
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": sent.id });
    expect(new Webhook(store.secret).verify(text, headers as Record<string, string>)).toEqual(JSON.parse(sent.text));
    expect(createHash("sha256").update(text).digest("hex")).toBe(createHash("sha256").update(sent.text).digest("hex"));
  });

  it("reuses connections, also for a removal", async () => {
    for (let count = 0; count < 10; count++) {
      await push();
      await stores.providerOf(row).push(row, message());
    }
    expect(store.arrivals).toHaveLength(20);
    // A connection becomes reusable only a moment after the end of the response. Until then, a request opens a second connection.
    expect(store.connections()).toBeLessThanOrEqual(2);
  });

  it.each([500, 502, 503, 408, 425, 429])("is retryable after %i", async (status) => {
    store.behave((response) => response.writeHead(status).end("SELECT secret FROM somewhere"));
    await expect(push()).rejects.toMatchObject({ message: `The store responded with status ${status}.`, isFinal: false });
  });

  it.each([400, 401, 404, 409, 410, 422])("is rejected by %i", async (status) => {
    store.behave((response) => response.writeHead(status).end());
    await expect(push()).rejects.toMatchObject({ message: `The store rejected the request with status ${status}.`, isFinal: true });
  });

  it.each([301, 302, 303, 307, 308])("follows no redirect %i", async (status) => {
    const elsewhere = await startTestStore();
    store.behave((response) => response.writeHead(status, { location: elsewhere.url }).end());
    const message = `The store responded with status ${status}; redirects are not followed.`;
    await expect(push()).rejects.toMatchObject({ message, isFinal: true });
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.stop();
  });

  it("times out for a store that is silent, stops within its response, or responds too slowly", async () => {
    const hasty = connect({ pushMs: 150 });
    const late = { message: "The store did not respond within 0.15 s.", isFinal: false };
    store.handle(() => {});
    await expect(push(message(), hasty)).rejects.toMatchObject(late);
    store.behave((response) => response.write("{"));
    await expect(push(message(), hasty)).rejects.toMatchObject(late);
    const trickle = (status: number) =>
      store.behave((response) => {
        response.writeHead(status);
        const trickling = setInterval(() => response.write(" "), 10);
        response.on("close", () => clearInterval(trickling));
      });
    trickle(200);
    await expect(push(message(), hasty)).rejects.toMatchObject(late);
    trickle(500);
    // The client reports the status 500 even if the body does not end in time. On a slow machine, the status may be late, too.
    const lenient = connect({ pushMs: 2_000 });
    const failed = { message: "The store responded with status 500." };
    await vi.waitFor(() => expect(push(message(), lenient)).rejects.toMatchObject(failed), polling);
    await Promise.all([hasty.close(), lenient.close()]);
  });

  it("fails if the connection is lost before or after the store has read it", async () => {
    store.handle((request) => request.socket.resetAndDestroy());
    await expect(push()).rejects.toMatchObject(lost);
    store.behave((response) => response.socket?.resetAndDestroy());
    await expect(push()).rejects.toMatchObject(lost);
    store.behave((response) => {
      response.writeHead(200, { "content-length": 100 }).write("{");
      setImmediate(() => response.socket?.destroy());
    });
    await expect(push()).rejects.toMatchObject(lost);
  });

  it("fails only once on a connection that was reset between two pushes", async () => {
    store.behave((response, { headers }) => {
      response.on("finish", () => setImmediate(() => response.socket?.resetAndDestroy()));
      store.answer(response, String(headers["webhook-id"]), "");
    });
    for (let count = 0; count < 20; count++) await push().catch((error) => expect(error).toMatchObject(lost));
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), ""));
    await expect
      .poll(
        () =>
          push().then(
            () => true,
            () => false,
          ),
        polling,
      )
      .toBe(true);
  });

  it("fails if the store cannot be reached", async () => {
    await store.stop();
    await expect(push()).rejects.toMatchObject({ message: "The store cannot be reached.", isFinal: false });
  });

  it("rejects a response of more than 1 MiB", async () => {
    const body = "x".repeat(1024 * 1024);
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), body));
    await push();
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), `${body}x`));
    await expect(push()).rejects.toMatchObject({ message: "The store's response is larger than 1048576 bytes.", isFinal: false });
  });

  it("rejects a response that is not signed with the connection's secret for this message", async () => {
    store.behave((response) => response.end("{}"));
    await expect(push()).rejects.toMatchObject(notSigned);
    store.behave((response, { headers }) => store.answer(response, String(headers["webhook-id"]), "{}", newSecret()));
    await expect(push()).rejects.toMatchObject(notSigned);
    store.behave((response) => store.answer(response, newId(), "{}"));
    await expect(push()).rejects.toMatchObject(notSigned);
    store.behave((response, { headers, text }) => {
      for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) response.setHeader(name, String(headers[name]));
      response.end(text);
    });
    await expect(push()).rejects.toMatchObject(notSigned);
  });

  it("is not sent if the secret cannot be decrypted", async () => {
    const moved = { ...row, rowId: newId() };
    await expect(push(message(), stores, moved)).rejects.toMatchObject({ message: /cannot be decrypted/, isFinal: true });
    expect(store.connections()).toBe(0);
  });

  it("is not sent to this machine unless that is allowed", async () => {
    const strict = createStores({ allowPrivate: false, secretKey });
    for (const endpoint of [store.url, store.url.replace("http:", "https:"), store.url.replace("http://127.0.0.1", "https://localhost")])
      await expect(push(message(), strict, { ...row, endpoint })).rejects.toMatchObject({ isFinal: true });
    expect(store.connections()).toBe(0);
    await strict.close();
  });
});
