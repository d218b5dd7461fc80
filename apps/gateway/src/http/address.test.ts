import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { addressReader, normalAddress } from "./address.js";

const from = (remoteAddress: string, forwardedFor?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor },
  }) as unknown as IncomingMessage;

describe("the address of a request", () => {
  it("is the socket's if no proxy is trusted", () => {
    const addressOf = addressReader([]);
    expect(addressOf(from("203.0.113.7", "198.51.100.1"))).toBe("203.0.113.7");
    expect(addressOf(from("::ffff:203.0.113.7"))).toBe("203.0.113.7");
  });

  it("is the last one that is not a trusted proxy", () => {
    const addressOf = addressReader(["loopback", "10.0.0.0/8"]);
    expect(addressOf(from("127.0.0.1", "198.51.100.1"))).toBe("198.51.100.1");
    expect(addressOf(from("::ffff:127.0.0.1", "198.51.100.1, 10.1.2.3"))).toBe("198.51.100.1");
    expect(addressOf(from("127.0.0.1", "1.1.1.1, 198.51.100.1, 10.1.2.3"))).toBe("198.51.100.1");
    expect(addressOf(from("127.0.0.1"))).toBe("127.0.0.1");
    expect(addressOf(from("203.0.113.7", "198.51.100.1"))).toBe("203.0.113.7");
  });

  it("is the proxy's own if it forwards no valid address", () => {
    const addressOf = addressReader(["loopback"]);
    expect(addressOf(from("127.0.0.1", "unknown"))).toBe("127.0.0.1");
  });

  it("is normalized", () => {
    for (const text of ["2001:DB8:0:0::1", "2001:db8::1", "[2001:db8::1]:443", "[2001:db8::1]"])
      expect(normalAddress(text), text).toBe("2001:db8::1");
    for (const text of ["1.2.3.4", "1.2.3.4:5678", "::ffff:1.2.3.4", "::FFFF:1.2.3.4", "::ffff:102:304"])
      expect(normalAddress(text), text).toBe("1.2.3.4");
    expect(normalAddress("fe80::1%eth0")).toBe("fe80::1");
    for (const text of ["", "unknown", "_hidden", "1.2.3", "a.example"]) expect(normalAddress(text), text).toBeUndefined();
  });
});
