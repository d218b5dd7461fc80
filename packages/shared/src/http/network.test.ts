import { describe, expect, it } from "vitest";
import { networkOf } from "./network.js";

describe("the network of an address", () => {
  it("is an IPv4 address itself", () => {
    expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  });
  it("is the /64 of an IPv6 address, in one spelling", () => {
    const same = ["2001:db8:1:2::1", "2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:0db8:0001:0002:0:0:0:7", "2001:db8:1:2::1%eth0"];
    for (const address of same) expect(networkOf(address), address).toBe("2001:db8:1:2::/64");
    expect(networkOf("2001:db8:1:3::1")).toBe("2001:db8:1:3::/64");
    expect(networkOf("2001:db8::1")).toBe("2001:db8::/64");
    expect(networkOf("::1")).toBe("::/64");
  });
  it("is the IPv4 address embedded in an IPv6 address", () => {
    const same = [
      "::ffff:192.0.2.1",
      "::FFFF:c000:201",
      "0:0:0:0:0:ffff:192.0.2.1",
      "64:ff9b::192.0.2.1",
      "64:ff9b::c000:201",
      "2002:c000:201:9::1",
    ];
    for (const address of same) expect(networkOf(address), address).toBe("192.0.2.1");
  });
  it("is the text itself if it is not an address", () => {
    for (const text of ["unknown", "", "a.example"]) expect(networkOf(text)).toBe(text);
  });
});
