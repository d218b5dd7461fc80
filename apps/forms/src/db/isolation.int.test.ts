import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, inject } from "vitest";
import { startWorld, type World } from "../testing/world.js";

let world: World;
beforeAll(async () => {
  world = await startWorld(inject("adminUrl"));
});
afterAll(() => world?.stop());

testRowSecurity({ world: () => world });
