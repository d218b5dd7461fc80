import { expect, it } from "vitest";
import { stateLines } from "./state.js";

const line = (passes: boolean, text: string) => ({ passes, text });

it("says what each check means, and whether it passes", () => {
  expect(stateLines({ status: "ok", checks: { database: true, accepting: true } })).toEqual([
    line(true, "The gateway can read API keys from the database."),
    line(true, "The gateway accepts requests."),
  ]);
  expect(stateLines({ status: "unavailable", checks: { database: false, accepting: false, queue: false } })).toEqual([
    line(
      false,
      "The gateway cannot read API keys. The database does not respond, or the workspace service has not yet migrated the database.",
    ),
    line(false, "The gateway is stopping and accepts no requests."),
    line(false, 'The check "queue" fails.'),
  ]);
  expect(stateLines(undefined)).toEqual([line(false, "This page cannot reach the gateway.")]);
});
