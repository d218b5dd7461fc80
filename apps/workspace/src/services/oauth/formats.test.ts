import { newKey } from "@offergraph/shared/access/api-key";
import { expect, it } from "vitest";
import type { OAuthDeps } from "./deps.js";
import { redeemCode } from "./redeem-code.js";
import { refreshTokens } from "./refresh-tokens.js";
import { revokeToken } from "./tokens.js";

/** A database that fails on first use. */
const database = { connect: () => Promise.reject(new Error("database used")), options: {} };
const deps = { pool: database } as unknown as OAuthDeps;

const [code, refresh, verifier] = ["a".repeat(43), `rt_live_${"a".repeat(43)}`, "v".repeat(43)];
const redeem = (text: string, given: string | undefined = verifier) =>
  redeemCode(deps, { code: text, clientId: "c", verifier: given, redirectUri: undefined });
const renew = (token: string) => refreshTokens(deps, { token, clientId: "c", narrow: (granted) => granted });

it("codes, verifiers and refresh tokens with a wrong format are refused without the database", async () => {
  const codes = ["", "a".repeat(42), `${code}a`, `${"a".repeat(42)}-`, `${"a".repeat(42)}\u0000`, refresh];
  for (const text of codes) await expect(redeem(text), text).rejects.toMatchObject({ code: "invalid_grant" });
  for (const text of ["", "short", "v".repeat(129), `${"v".repeat(42)}/`])
    await expect(redeem(code, text), text).rejects.toMatchObject({ code: "invalid_grant" });
  for (const token of ["", code, `${refresh}a`, refresh.slice(0, -1), refresh.replace("live", "dead"), newKey("APP")])
    await expect(renew(token), token).rejects.toMatchObject({ code: "invalid_grant" });
  for (const token of ["", code, `at_live_${"a".repeat(38)}`, newKey("SECRET")]) await revokeToken(deps, token, "c");
});

it("codes and tokens with the right format are looked up", async () => {
  const lookUps = [redeem(code), renew(refresh), revokeToken(deps, refresh, "c"), revokeToken(deps, newKey("APP"), "c")];
  const results = await Promise.allSettled(lookUps);
  expect(results.map((result) => result.status === "rejected" && String(result.reason))).toEqual(Array(4).fill("Error: database used"));
});
