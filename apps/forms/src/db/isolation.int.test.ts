import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, inject } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

testRowSecurity({ fixture: () => fixture });
