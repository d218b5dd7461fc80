import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { claimCode, claimPublicKey } from "./access-keys.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it.each([
  ["public key", claimPublicKey],
  ["short link's code", claimCode],
])("never assigns the same %s twice, in any workspace", async (_what, claim) => {
  const propose = (...texts: string[]) => {
    const workspaceId = newId();
    return fixture.running.parts.database.transaction({ workspaceId }, (tx) =>
      claim(tx, newId(), () => {
        const [text = "none is left"] = texts.splice(0, 1);
        return text;
      }),
    );
  };
  expect(await propose("a", "b")).toBe("a");
  expect(await propose("a", "a", "c", "d")).toBe("c");
});
