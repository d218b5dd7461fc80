import { expect, it } from "vitest";
import { ndjsonBody } from "./ndjson.js";

it("sends the records of a slow source before the next record arrives", async () => {
  const results: string[] = [];
  let arrive = (_record: number) => {};
  async function* slow() {
    yield 1;
    yield 2;
    // The test yields the third record only after the response to the first two records.
    yield await new Promise<number>((resolve) => {
      arrive = resolve;
    });
  }
  const reader = ndjsonBody(slow()).pipeThrough(new TextDecoderStream()).getReader();
  results.push((await reader.read()).value ?? "");
  arrive(3);
  results.push((await reader.read()).value ?? "");
  expect(results).toEqual(["1\n2\n", "3\n"]);
  expect(await reader.read()).toMatchObject({ done: true });
});

it("sends the records of a fast source in few chunks", async () => {
  const chunks: number[] = [];
  for await (const chunk of ndjsonBody(Array.from({ length: 3_000 }, (_, index) => ({ text: "x".repeat(50), index }))))
    chunks.push(chunk.length);
  expect(chunks.length).toBeLessThanOrEqual(4);
  expect(Math.max(...chunks)).toBeLessThan(70_000);
});

it("sends the records before a record that is not valid JSON, then ends the source and fails", async () => {
  let isEnded = false;
  function* source() {
    try {
      yield { index: 1 };
      yield { index: 2n };
    } finally {
      isEnded = true;
    }
  }
  const errors: unknown[] = [];
  const reader = ndjsonBody(source(), (error) => errors.push(error))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  expect((await reader.read()).value).toBe('{"index":1}\n');
  await expect(reader.read()).rejects.toThrow(TypeError);
  expect({ isEnded, errors }).toEqual({ isEnded: true, errors: [expect.any(TypeError)] });
});
