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

testAuditedTables(() => fixture, audit);
testRowSecurity({ fixture: () => fixture });
