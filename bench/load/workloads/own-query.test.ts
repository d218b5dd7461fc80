import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownQuery } from "./own-query.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "offergraph-query-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<string> {
  const location = path.join(folder, name);
  await writeFile(location, text);
  return location;
}

describe("an own query", () => {
  it("is sent with each entry of the variables in turn", async () => {
    const query = await file("a.graphql", "query Codes($first: Int) { list_discount_codes(first: $first) { totalCount } }");
    const workload = await ownQuery(query, await file("a.json", '[{"first":1},{"first":2}]'));
    const requests = [workload.next(), workload.next(), workload.next()];
    expect(requests.map(({ body }) => JSON.parse(body).variables.first)).toEqual([1, 2, 1]);
    expect(requests[0]?.operation).toBe("Codes");
  });

  it("must not be a mutation", async () => {
    const mutation = await file("b.graphql", "mutation { delete_discount_code(input: { id: 1 }) { deletedId } }");
    await expect(ownQuery(mutation)).rejects.toThrow("the operation must be a query");
  });

  it("is rejected with the reason if a file is missing or invalid", async () => {
    const query = await file("c.graphql", "{ a }");
    await expect(ownQuery(path.join(folder, "none"))).rejects.toThrow("cannot be read");
    await expect(ownQuery(await file("d.graphql", "{"))).rejects.toThrow("is not a GraphQL document");
    await expect(ownQuery(query, await file("e.json", "[]"))).rejects.toThrow("a list of objects that is not empty");
    await expect(ownQuery(query, await file("f.json", "{"))).rejects.toThrow("is not JSON");
  });
});
