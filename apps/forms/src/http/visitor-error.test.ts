import { expect, it } from "vitest";
import { VisitorError } from "../domain/visitor-error.js";
import { toHttpError } from "./visitor-error.js";

it("answers a refusal with its status, and overload with Retry-After", () => {
  expect(toHttpError(new VisitorError("QR_CODES_BUSY"))).toMatchObject({
    status: 503,
    code: "QR_CODES_BUSY",
    headers: { "retry-after": "1" },
  });
  expect(toHttpError(new VisitorError("UNAVAILABLE", "Wait."))).toMatchObject({
    status: 503,
    message: "Wait.",
    headers: { "retry-after": "5" },
  });
  expect(toHttpError(new VisitorError("FORM_CLOSED"))).toMatchObject({ status: 410, code: "FORM_CLOSED", headers: {} });
});

it("passes other errors on", () => {
  const error = new Error("x");
  expect(toHttpError(error)).toBe(error);
});
