import { describe, expect, it, vi } from "vitest";
import { checkEndpoint, readEndpoint } from "./endpoint.js";

const addresses = (...all: string[]) => vi.fn(async () => all.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
const publicName = addresses("93.184.215.14", "2606:4700::1111");
const check = (endpoint: string, allowPrivate = false, resolve = publicName) => checkEndpoint(endpoint, { allowPrivate, resolve });

const words = (text: string) => text.trim().split(/\s+/);

/** Hosts that are not public, in many URL notations. For example, 0x7f.1 means 127.0.0.1. */
const privateHosts = words(`
  localhost LOCALHOST localhost. shop.localhost 127.0.0.1 127.1 0x7f.1 0x7f000001 2130706433 017700000001 0177.0.0.1 １２７.0.0.1 127.0.0.1.
  127.255.255.254 [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::a00:1] [2002:7f00:1::] [2002:c0a8:101::1]
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 [fc00::1] [fd12:3456::1]`);

/** Addresses that are forbidden even if private addresses are allowed. */
const neverHosts = words(`
  0.0.0.0 0 169.254.169.254 [::ffff:169.254.169.254] [64:ff9b::169.254.169.254] [fd00:ec2::254] [fd20:ce:0::254] 100.100.100.200 [::ffff:100.100.100.200]
  168.63.129.16 2822734096 [::ffff:168.63.129.16] [64:ff9b::168.63.129.16] [2002:a83f:8110::1] [fd00:c1::a9fe:a9fe] [fd00:42::42] 192.0.0.192 192.0.0.1
  169.254.0.23 169.254.170.2 [64:ff9b::192.0.0.192] [2002:a9fe:a9fe::1] [2002:e000:1::1] 198.19.255.255 239.255.255.250
  [fe80::1] [fec0::1] [::] [::127.0.0.1] 224.0.0.1 [ff02::1]
  255.255.255.255 240.0.0.1 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 [2001:db8::1] [3fff::1] [100::1] [2001::1] [64:ff9b:1::8.8.8.8]
  [::ffff:0:127.0.0.1] [5f00::1]`);

const publicHosts = words(`
  8.8.8.8 [2606:4700::1111] [::ffff:8.8.8.8] [64:ff9b::8.8.8.8] [2002:808:808::1] shop.example.com xn--bcher-kva.example shop.example.com:8443`);

describe("the endpoint of a store", () => {
  it.each(publicHosts)("may be public: %s", async (host) => {
    await expect(check(`https://${host}/hooks?shop=1`)).resolves.toBeUndefined();
  });

  it.each([...privateHosts, ...neverHosts])("must not be %s", async (host) => {
    await expect(check(`https://${host}/`)).rejects.toThrow(/only public addresses|localhost/);
  });

  it.each(privateHosts)("may be %s where private addresses are allowed", async (host) => {
    await expect(check(`http://${host}/`, true, addresses("127.0.0.1"))).resolves.toBeUndefined();
  });

  it.each(neverHosts)("must not be %s even where private addresses are allowed", async (host) => {
    await expect(check(`https://${host}/`, true)).rejects.toThrow("only public and private addresses");
  });

  it.each(["10.0.0.1", "127.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "169.254.169.254", "not an address"])(
    "must not be a name that also resolves to %s",
    async (address) => {
      await expect(check("https://shop.example.com/", false, addresses("93.184.215.14", address))).rejects.toThrow(
        "The store's endpoint resolves to a forbidden address; only public addresses are allowed.",
      );
    },
  );

  it("is resolved once", async () => {
    const resolve = addresses("93.184.215.14");
    await check("https://shop.example.com/", false, resolve);
    expect(resolve.mock.calls).toEqual([["shop.example.com"]]);
  });

  it("must be resolvable", async () => {
    const resolve = vi.fn(() => Promise.reject(Object.assign(new Error("getaddrinfo ENOTFOUND nowhere.example"), { code: "ENOTFOUND" })));
    await expect(check("https://nowhere.example/", false, resolve)).rejects.toMatchObject({
      code: "BAD_USER_INPUT",
      message: "The hostname of the store's endpoint cannot be resolved.",
      details: { argument: "endpoint" },
    });
  });

  it.each([
    ["http://shop.example.com/", "The store's endpoint must begin with https://."],
    ["ftp://shop.example.com/", "The store's endpoint must begin with https://."],
    ["file:///etc/passwd", "The store's endpoint must begin with https://."],
    ["https://user@shop.example.com/", "The store's endpoint must not contain a user name or password."],
    ["https://:word@shop.example.com/", "The store's endpoint must not contain a user name or password."],
    ["shop.example.com", "The store's endpoint must be a URL of at most 2048 characters."],
    ["https://", "The store's endpoint must be a URL of at most 2048 characters."],
    ["", "The store's endpoint must be a URL of at most 2048 characters."],
  ])("is rejected with a message: %s", (endpoint, message) => {
    expect(() => readEndpoint(endpoint, false)).toThrow(message);
  });

  it("has at most 2048 characters", () => {
    const start = "https://shop.example.com/";
    expect(readEndpoint(start.padEnd(2048, "x"), false).pathname).toMatch(/x$/);
    expect(() => readEndpoint(start.padEnd(2049, "x"), false)).toThrow("must be a URL of at most 2048 characters");
  });

  it("is http or https if private addresses are allowed", () => {
    expect(readEndpoint("http://shop.example.com/", true).href).toBe("http://shop.example.com/");
    expect(() => readEndpoint("ws://shop.example.com/", true)).toThrow("must begin with https:// or http://");
  });
});
