import { expect, it } from "vitest";
import { publicUrl } from "./app-environment.js";

it("is the address of the gateway or its replica, unless PUBLIC_URL is set", () => {
  const settings = { publicUrl: undefined, host: "127.0.0.1", port: 4000 };
  expect(publicUrl(settings, 0)).toEqual({ PUBLIC_URL: "http://127.0.0.1:4000" });
  expect(publicUrl(settings, 1)).toEqual({ PUBLIC_URL: "http://127.0.0.1:4001" });
  expect(publicUrl({ ...settings, publicUrl: "https://api.example" }, 0)).toEqual({});
});
