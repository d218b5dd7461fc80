import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrames, type Frame, FrameReader, frameKinds, type ReceivedFrame } from "./frames.js";

const frame = fc.record({
  kind: fc.constantFrom(...Object.values(frameKinds)),
  id: fc.integer({ min: 0, max: 0xffff_ffff }),
  number: fc.constant(0),
  status: fc.integer({ min: 0, max: 599 }),
  head: fc.constantFrom("", "x-a: é\n", "a: b\nc: d\n"),
  body: fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constant("🎁".repeat(20)), fc.constant(Buffer.from("bytes"))),
});

/** Reads bytes in chunks of the given sizes; the last chunk contains all remaining bytes. Returns the frames as text. */
function readIn(bytes: Buffer, sizes: readonly number[], maxBytes: number) {
  const frames: ReceivedFrame[] = [];
  const reader = new FrameReader(maxBytes, (received) => frames.push(received));
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    reader.read(bytes.subarray(at, at + size));
    at += size;
  }
  return { reader, frames };
}

const payloadOf = ({ head, body }: Frame) => Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);

describe("frames", () => {
  it("arrive as they were sent, for any chunks", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.integer({ min: 0, max: 40 })), (sent, sizes) => {
        const { reader, frames } = readIn(encodeFrames(sent), sizes, 1_000);
        expect(frames.map(({ payload, ...rest }) => ({ ...rest, payload: payload.toString("hex") }))).toEqual(
          sent.map((one) => {
            const { kind, id, number, status } = one;
            return { kind, id, number, status, isTooLarge: false, payload: payloadOf(one).toString("hex") };
          }),
        );
        expect(reader.isInFrame).toBe(false);
      }),
    );
  });

  it("above the limit are reported without their payload, and the next frames arrive", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.integer({ min: 0, max: 40 })), (sent, sizes) => {
        const { frames } = readIn(encodeFrames(sent), sizes, 12);
        const expected = sent.map((one) => ({ id: one.id, isTooLarge: payloadOf(one).length > 12 }));
        expect(frames.map(({ id, isTooLarge }) => ({ id, isTooLarge }))).toEqual(expected);
        for (const { isTooLarge, payload } of frames) if (isTooLarge) expect(payload.length).toBe(0);
      }),
    );
  });

  it("are in progress until their last byte", () => {
    const bytes = encodeFrames([{ kind: frameKinds.reply, id: 1, number: 0, status: 200, head: "", body: "body" }]);
    for (let length = 1; length < bytes.length; length += 1) {
      const { reader, frames } = readIn(bytes.subarray(0, length), [], 1_000);
      expect([reader.isInFrame, frames.length]).toEqual([true, 0]);
    }
  });

  it("must have all fixed fields", () => {
    const reader = new FrameReader(1_000, () => undefined);
    expect(() => reader.read(Buffer.from([0, 0, 0, 10]))).toThrow("A frame of the link is too short");
  });
});
