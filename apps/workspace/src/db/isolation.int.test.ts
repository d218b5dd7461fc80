import { testAuditedTables } from "@offergraph/testkit/audited-tables";
import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, inject } from "vitest";
import { audit } from "../audit.js";
import { type Fixture, startFixture } from "../testing/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const hash = "0".repeat(64);
testAuditedTables(() => fixture, audit);
testRowSecurity({
  fixture: () => fixture,
  rows: {
    members: { role: "OWNER" },
    api_keys: { hash, suffix: "abcd", kind: "SECRET", level: "READ", origins: [] },
    oauth_codes: { level: "READ" },
  },
});
