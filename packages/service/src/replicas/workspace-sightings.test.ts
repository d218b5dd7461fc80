import { expect, it, vi } from "vitest";
import { WorkspaceSightings } from "./workspace-sightings.js";

const sightings = () => {
  const made = new WorkspaceSightings();
  made.collect();
  return made;
};

it("passes each workspace once", async () => {
  const made = sightings();
  const take = vi.fn(async () => undefined);
  for (const id of ["a", "b", "a"]) made.see(id);
  await made.flush(take);
  for (const id of ["a", "c"]) made.see(id);
  await made.flush(take);
  await made.flush(take);
  expect(take.mock.calls).toEqual([[["a", "b"]], [["c"]]]);
});

it("passes workspaces again after a failure, and workspaces that were seen in the meantime", async () => {
  const made = sightings();
  made.see("a");
  const failing = made.flush(async () => {
    throw new Error("The database is unavailable.");
  });
  made.see("b");
  await expect(failing).rejects.toThrow("unavailable");
  const taken: string[][] = [];
  await made.flush(async (ids) => void taken.push(ids));
  expect(taken).toEqual([["a", "b"]]);
});

it("collects nothing in a service that does not look up workspaces", async () => {
  const made = new WorkspaceSightings();
  made.see("a");
  const take = vi.fn(async () => undefined);
  await made.flush(take);
  expect(take).not.toHaveBeenCalled();
});
