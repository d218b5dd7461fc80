import { describe, expect, it } from "vitest";
import { survives } from "./exact-json.js";

describe("a JSON number", () => {
  it.each(["0", "-0", "0.0", "1", "1.0", "100", "1e2", "1E+2", "0.10", "12.50", "9007199254740991", "9007199254740992.0e0"])(
    "%s stays what it is",
    (number) => expect(survives(number)).toBe(true),
  );
  it.each(["1e21", "1.5e300", "5e-324", "0.1", "123456789012345.6", "18446744073709552000", "0.000000000000000000001"])(
    "%s stays what it is, however it is written",
    (number) => expect(survives(number)).toBe(true),
  );
  it.each([
    "9007199254740993",
    "18446744073709551616",
    "-9223372036854775807",
    "12345678901234567890123",
    "0.12345678901234567890",
    "1e400",
    "1e-400",
    "1.00000000000000001",
  ])("%s does not", (number) => expect(survives(number)).toBe(false));
});
