import { expect, it } from "vitest";
import { VisitorError } from "../../domain/visitor-error.js";
import { styleOf } from "../../testing/qr-styles.js";
import { createPictures } from "./pictures.js";

const link = (index: number) => `https://offers.example/s/${index}`;
const style = styleOf({ size: "m" });

it("draws an image once for concurrent requests and caches it", async () => {
  const pictureOf = createPictures();
  const [one, other, svg] = await Promise.all([
    pictureOf("png", link(1), style),
    pictureOf("png", link(1), style),
    pictureOf("svg", link(1), style),
  ]);
  expect(other).toBe(one);
  expect(await pictureOf("png", link(1), style)).toBe(one);
  expect(svg?.etag).not.toBe(one?.etag);
});

it("draws deterministically by link, style and type", async () => {
  const pictureOf = createPictures();
  const others = [
    await pictureOf("png", link(1), style),
    await pictureOf("png", link(2), style),
    await pictureOf("png", link(1), styleOf({ size: "m", mode: "dark" })),
    await pictureOf("svg", link(1), style),
  ];
  expect(new Set(others.map(({ etag }) => etag)).size).toBe(4);
  expect(await createPictures()("png", link(1), style)).toEqual(others[0]);
});

it("evicts the least recently used images", async () => {
  const { body } = await createPictures()("svg", link(1), style);
  const pictureOf = createPictures({ maxBytes: Math.floor(2.5 * body.length) });
  const [first, second] = [await pictureOf("svg", link(1), style), await pictureOf("svg", link(2), style)];
  expect(await pictureOf("svg", link(1), style)).toBe(first);
  await pictureOf("svg", link(3), style);
  expect(await pictureOf("svg", link(1), style)).toBe(first);
  const again = await pictureOf("svg", link(2), style);
  expect(again).toEqual(second);
  expect(again).not.toBe(second);
});

it("refuses after waiting too long; a retry succeeds", async () => {
  const pictureOf = createPictures({ waitMs: 0 });
  const large = styleOf({ size: "xl" });
  const [first, ...others] = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => pictureOf("png", link(index), large)));
  expect(first?.status).toBe("fulfilled");
  expect(others).toContainEqual(expect.objectContaining({ reason: new VisitorError("QR_CODES_BUSY") }));
  expect((await pictureOf("png", link(2), large)).body.subarray(1, 4).toString()).toBe("PNG");
});

it("never shows a logo under the brand of another logo", async () => {
  const pictureOf = createPictures();
  const withCenter = styleOf({ size: "m", center: true });
  const imageOf = (sha256: string) => ({ sha256, mediaType: "image/png", data: Buffer.from(sha256).toString("base64") });
  let stored: ReturnType<typeof imageOf> | undefined = imageOf("first");
  const draw = async (sha256: string) => {
    const brand = { accentColor: null, logo: { sha256 }, readLogo: async () => stored };
    return (await pictureOf("svg", link(1), withCenter, brand)).body.toString();
  };
  const [first, second] = ["first", "second"].map((name) => `base64,${imageOf(name).data}"`);
  expect(await draw("first")).toContain(first);
  stored = imageOf("second");
  expect(await draw("second")).toContain(second);
  stored = imageOf("third");
  expect(await draw("fourth")).not.toContain(second);
  stored = undefined;
  expect(await draw("fifth")).not.toContain("<image");
  for (const name of ["fourth", "fifth", "third"]) {
    stored = imageOf(name);
    expect(await draw(name)).toContain(`base64,${stored.data}"`);
  }
  stored = undefined;
  expect(await draw("third")).toContain(imageOf("third").data);
});
