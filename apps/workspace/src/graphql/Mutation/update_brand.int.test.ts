import { createHash } from "node:crypto";
import { pngOf } from "@offergraph/testkit/images";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fixture, pathsOf, startFixture, type UserError } from "../../testing/fixture.js";
import { type TestWorkspace, testWorkspace } from "../../testing/workspaces.js";

let fixture: Fixture;
let workspace: TestWorkspace;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  workspace = await testWorkspace(fixture);
});
afterAll(() => fixture?.stop());

const fields = "workspaceId updatedAt logo { sha256 mediaType width height } accentColor font cornerRadius locale supportEmail" as const;
const document = `mutation ($input: UpdateBrandInput!) { update_brand(input: $input) { brand { ${fields} } userErrors { field code message } } }`;
interface Updated {
  update_brand: { brand: Record<string, unknown> | null; userErrors: (UserError & { message: string })[] };
}
const update = async (input: object, headers = {}) =>
  (await workspace.as(workspace.owner).data<Updated>(document, { variables: { input }, headers })).update_brand;
const read = async (of = workspace) =>
  (await of.as(of.owner).data<{ get_brand: Record<string, unknown> }>(`{ get_brand { ${fields} } }`)).get_brand;
const events = async () => (await workspace.events()).filter(({ what }) => what.startsWith("brand."));

const png = pngOf(64, 32);
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc2000b080040008001011100ffda0008010100003f00d2cf20ffd9", "hex");
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");
const unset = { logo: null, accentColor: null, font: null, cornerRadius: null, locale: null, supportEmail: null };
const given = { accentColor: "#C0FFEE", font: "SERIF", cornerRadius: 0, locale: "DE", supportEmail: "help@shop.example" };
const stored = { ...given, accentColor: "#c0ffee", locale: "de" };

describe("update_brand", () => {
  it("changes what is given and emits an event, with the data of the logo only in an internal event", async () => {
    expect(await read()).toEqual({ workspaceId: workspace.workspaceId, updatedAt: null, ...unset });
    fixture.clock.advance(1_000);
    const { brand } = await update({ ...given, logo: png.toString("base64") });
    const updatedAt = fixture.clock.now().toISOString();
    const logo = { sha256: sha256(png), mediaType: "image/png", width: 64, height: 32 };
    expect(brand).toEqual({ workspaceId: workspace.workspaceId, updatedAt, ...stored, logo });
    expect(await read()).toEqual(brand);
    const { workspaceId } = workspace;
    const changed = ["font", "cornerRadius", "accentColor", "locale", "supportEmail", "logo", "updatedAt"];
    expect(await events()).toEqual([
      { what: "brand.updated", recordId: workspaceId, data: { workspaceId, updatedAt, ...stored, logo, changed } },
      {
        ...{ what: "brand.logo_changed", recordId: workspaceId },
        data: { workspaceId, updatedAt, logo: { ...logo, data: png.toString("base64") } },
      },
    ]);
    expect((await update({ ...given, logo: png.toString("base64") })).brand).toEqual(brand);
    expect((await update({})).brand).toEqual(brand);
    expect(await events()).toHaveLength(2);
    const other = await testWorkspace(fixture);
    expect(await read(other)).toMatchObject({ workspaceId: other.workspaceId, updatedAt: null, ...unset });
  });

  it("replaces and deletes the logo, and resets fields by null", async () => {
    const { brand } = await update({ logo: jpeg.toString("base64") });
    expect(brand?.logo).toEqual({ sha256: sha256(jpeg), mediaType: "image/jpeg", width: 128, height: 64 });
    const reset = await update(unset);
    expect(reset.brand).toMatchObject(unset);
    expect((await events()).slice(-2)).toMatchObject([
      { what: "brand.updated", data: { ...unset } },
      { what: "brand.logo_changed", data: { logo: null } },
    ]);
    const before = (await events()).length;
    await update({ accentColor: "#123456" });
    expect((await events()).slice(before)).toMatchObject([{ what: "brand.updated", data: { changed: ["accentColor", "updatedAt"] } }]);
  });

  it("reports all errors at once and changes nothing", async () => {
    const before = await read();
    const wrong = { logo: "PHN2Zz4=", accentColor: "red", cornerRadius: 25, locale: "ja", supportEmail: "help" };
    const { userErrors } = await update(wrong);
    expect(pathsOf(userErrors)).toEqual([
      "input.accentColor INVALID",
      "input.cornerRadius OUT_OF_RANGE",
      "input.locale INVALID",
      "input.logo INVALID",
      "input.supportEmail INVALID",
    ]);
    expect(userErrors.find(({ field }) => field.includes("locale"))?.message).toContain("de, en, es, fr, it, nl, pl, pt");
    expect(await read()).toEqual(before);
  });

  it.each([
    ["a PNG that ends early", png.subarray(0, -1), "INVALID"],
    ["a PNG with data after its end", Buffer.concat([png, png]), "INVALID"],
    ["a JPEG without its end", jpeg.subarray(0, -2), "INVALID"],
    ["a JPEG without a frame", Buffer.from("ffd8ffda0008010100003f00d2cf20ffd9", "hex"), "INVALID"],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "INVALID"],
    ["a byte", Buffer.from([0xff]), "INVALID"],
    ["an image with a short side", pngOf(64, 15), "OUT_OF_RANGE"],
    ["an image with a long side", pngOf(1025, 16), "OUT_OF_RANGE"],
    ["an image of more than 128 KiB", Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(128 * 1024 - 45), jpeg.subarray(-2)]), "TOO_LONG"],
  ])("rejects %s as logo", async (_what, data, code) => {
    expect(pathsOf((await update({ logo: data.toString("base64") })).userErrors)).toEqual([`input.logo ${code}`]);
    expect(pathsOf((await update({ logo: `data:image/png;base64,${png.toString("base64")}` })).userErrors)).toEqual(["input.logo INVALID"]);
  });

  it("writes once for the same Idempotency-Key", async () => {
    const before = (await events()).length;
    const key = { "idempotency-key": "brand-1" };
    const [first, second] = [await update({ cornerRadius: 7 }, key), await update({ cornerRadius: 7 }, key)];
    expect(second).toEqual(first);
    expect((await events()).length).toBe(before + 1);
  });
});
