import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { createPartner, createPost, type Post, recorded, run } from "../../testing/partners.js";

let fixture: Fixture;
let client: Client;
let ann: string;
let one: string;
let two: string;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  ann = (await createPartner(client, "Ann", "ann")).rowId;
  one = (await createCode(client, { code: "ONE" })).rowId;
  two = (await createCode(client, { code: "TWO", aliased_codes: [{ code: "Zwei" }] })).rowId;
  await run(client, "assign_discount_codes_to_partner", { partnerId: ann, discountCodeIds: [one, two] });
});

const failures = async (...[operation, input]: [Parameters<typeof run>[1], object]) =>
  pathsOf((await run(client, operation, input)).userErrors);
const video = { url: "https://video.example/watch?v=1", channel: "video", publishedAt: "2026-05-01T10:00:00+02:00" };
const codesOf = (post: unknown) => (post as Post).discountCodes.nodes.map(({ rowId }) => rowId).sort();
const postsOf = async (...ids: string[]) =>
  (await client.entities<{ post: { rowId: string } | null }>("DiscountCode", ids, "post { rowId }")).map(
    (code) => code?.post?.rowId ?? null,
  );
const postEvents = async (what = /^post\./) =>
  (await recorded(client, what)).map(({ what: name, recordId, data }) => [name, recordId, data]);
const get = async (id: string, asker = client) =>
  (
    await asker.data<{ get_post: Record<string, unknown> | null }>(
      "query ($id: UUID!) { get_post(id: $id) { rowId url partner { handle } discountCodes(orderBy: [CODE_ASC]) { nodes { code } totalCount } } }",
      { id },
    )
  ).get_post;

describe("create_post", () => {
  it("records a post once per Idempotency-Key, with an event; its codes lead to the post", async () => {
    const input = { partnerId: "@ANN", ...video, discountCodeIds: ["zwei", one.toUpperCase(), "one"] };
    const { post, userErrors } = await run(client, "create_post", input, "key");
    const at = fixture.clock.now().toISOString();
    const publishedAt = "2026-05-01T08:00:00.000Z";
    expect(userErrors).toEqual([]);
    expect(post).toMatchObject({ workspaceId: client.workspaceId, partnerId: ann, ...video, publishedAt, createdAt: at, updatedAt: at });
    expect(codesOf(post)).toEqual([one, two].sort());
    expect((await run(client, "create_post", input, "key")).post).toEqual(post);
    const { workspaceId, discountCodes, ...record } = post as Record<string, unknown>;
    const discountCodeIds = [one, two].sort();
    expect(await postEvents()).toEqual([["post.created", record.rowId, { ...record, discountCodeIds }]]);
    expect(await postsOf(one, two)).toEqual([record.rowId, record.rowId]);
    const found = { rowId: record.rowId, url: video.url, partner: { handle: "ann" } };
    expect(await get(String(record.rowId))).toEqual({
      ...found,
      discountCodes: { nodes: [{ code: "ONE" }, { code: "TWO" }], totalCount: 2 },
    });
    expect(await client.entities("Post", [String(record.rowId)], "url")).toEqual([{ url: video.url }]);
  });

  it("reports all errors at once and writes nothing", async () => {
    const stranger = fixture.client();
    const [theirs, theirCode] = [await createPartner(stranger, "Their", "their"), await createCode(stranger, { code: "THEIRS" })];
    await createCode(client, { code: "FREE" });
    const named = await createPost(client, ann, ["TWO"]);
    const before = await client.events();
    const wrong = await run(client, "create_post", {
      ...{ partnerId: ann, channel: " ", publishedAt: video.publishedAt, url: "https://user:secret@video.example" },
      discountCodeIds: ["FREE", "zwei", theirCode.rowId, "nowhere", "ONE"],
    });
    expect(pathsOf(wrong.userErrors)).toEqual([
      "input.channel INVALID",
      "input.discountCodeIds.0 INVALID",
      "input.discountCodeIds.1 TAKEN",
      "input.discountCodeIds.2 NOT_FOUND",
      "input.discountCodeIds.3 NOT_FOUND",
      "input.url INVALID",
    ]);
    const messages = wrong.userErrors.map(({ message }) => message).join(" ");
    expect(messages).toMatch(/FREE does not belong to the post's partner.*assign_discount_codes_to_partner/);
    expect(messages).toMatch(new RegExp(`The post ${named.rowId} already names the discount code TWO.*update_post`));
    for (const partnerId of [theirs.rowId, "@their", newId()])
      expect(await failures("create_post", { ...video, partnerId, url: "javascript:alert(1)" })).toEqual([
        "input.partnerId NOT_FOUND",
        "input.url INVALID",
      ]);
    const many = Array.from({ length: 101 }, () => one);
    expect(await failures("create_post", { ...video, partnerId: ann, channel: "x".repeat(65), discountCodeIds: many })).toEqual([
      "input.channel TOO_LONG",
      "input.discountCodeIds LIMIT_EXCEEDED",
    ]);
    expect(await client.events()).toEqual(before);
    expect(await postsOf(one)).toEqual([null]);
  });

  it("of two posts that name the same code at the same time, one succeeds", async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => run(client, "create_post", { ...video, partnerId: ann, discountCodeIds: ["ONE"] })),
    );
    expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(
      Array.from({ length: 3 }, () => "input.discountCodeIds.0 TAKEN"),
    );
  });
});

describe("update_post", () => {
  it("changes what is given, with an event that names it, and repeats without one", async () => {
    const { rowId: postId } = await createPost(client, ann, ["ONE"]);
    fixture.clock.advance(1_000);
    const updatedAt = fixture.clock.now().toISOString();
    const input = { postId, url: "http://blog.example/", channel: " blog ", discountCodeIds: ["TWO", "zwei"] };
    const { post } = await run(client, "update_post", input, "key");
    expect(post).toMatchObject({ rowId: postId, url: "http://blog.example/", channel: "blog", updatedAt });
    expect(codesOf(post)).toEqual([two]);
    expect((await run(client, "update_post", input, "key")).post).toEqual(post);
    expect((await run(client, "update_post", input)).post).toEqual(post);
    await run(client, "update_post", { postId, publishedAt: "2026-05-02T00:00:00Z", discountCodeIds: [] });
    expect((await postEvents(/post.updated/)).map(([, , data]) => data)).toMatchObject([
      { rowId: postId, updatedAt, discountCodeIds: [two], changed: ["url", "channel", "discountCodeIds", "updatedAt"] },
      { publishedAt: "2026-05-02T00:00:00.000Z", discountCodeIds: [], changed: ["publishedAt", "discountCodeIds", "updatedAt"] },
    ]);
    expect(await postsOf(one, two)).toEqual([null, null]);
  });

  it("reports all errors at once, and another workspace's post as unknown", async () => {
    const { rowId: postId } = await createPost(client, ann, ["ONE"]);
    const stranger = fixture.client();
    const before = await client.events();
    const wrong = { url: null, channel: "\t", discountCodeIds: ["nowhere"] };
    expect(await failures("update_post", { postId, ...wrong })).toEqual([
      "input.channel INVALID",
      "input.discountCodeIds.0 NOT_FOUND",
      "input.url REQUIRED",
    ]);
    expect(await failures("update_post", { postId, publishedAt: null, discountCodeIds: null })).toEqual([
      "input.discountCodeIds REQUIRED",
      "input.publishedAt REQUIRED",
    ]);
    expect(await failures("update_post", { postId: newId(), url: "https://" })).toEqual(["input.postId NOT_FOUND", "input.url INVALID"]);
    for (const operation of ["update_post", "delete_post"] as const)
      expect(pathsOf((await run(stranger, operation, { postId })).userErrors)).toEqual(["input.postId NOT_FOUND"]);
    expect(await get(postId, stranger)).toBeNull();
    expect(await stranger.entities("Post", [postId], "url")).toEqual([null]);
    expect(await client.events()).toEqual(before);
    expect(await postsOf(one)).toEqual([postId]);
  });
});

describe("delete_post", () => {
  it("deletes a post once per Idempotency-Key, with an event; other posts can name its codes", async () => {
    const { rowId: postId } = await createPost(client, ann, ["ONE", "TWO"]);
    const answer = await run(client, "delete_post", { postId }, "key");
    expect(answer).toEqual({ deletedId: postId, userErrors: [] });
    expect(await run(client, "delete_post", { postId }, "key")).toEqual(answer);
    expect(await failures("delete_post", { postId })).toEqual(["input.postId NOT_FOUND"]);
    expect(await get(postId)).toBeNull();
    const data = { rowId: postId, partnerId: ann, url: "https://video.example/1" };
    expect(await postEvents(/post.deleted/)).toEqual([["post.deleted", postId, data]]);
    const next = await createPost(client, ann, ["ONE"]);
    expect(await postsOf(one, two)).toEqual([next.rowId, null]);
  });
});

describe("a post", () => {
  it("no longer names codes that leave the partner or are deleted, with an event", async () => {
    const { rowId: postId } = await createPost(client, ann, ["ONE", "TWO"]);
    const three = (await createCode(client, { code: "THREE" })).rowId;
    await run(client, "assign_discount_codes_to_partner", { partnerId: ann, discountCodeIds: ["THREE"] });
    await run(client, "update_post", { postId, discountCodeIds: [one, two, three] });
    const before = (await postEvents()).length;
    fixture.clock.advance(1_000);
    const bea = await createPartner(client, "Bea");
    await run(client, "assign_discount_codes_to_partner", { partnerId: bea.rowId, discountCodeIds: ["ONE"] });
    await client.data("mutation ($id: UUID!) { delete_discount_code(input: { id: $id }) { deletedId } }", { id: two });
    await client.data("mutation ($ids: [UUID!]!) { bulk_delete_discount_codes(input: { ids: $ids }) { deletedIds } }", { ids: [three] });
    const updatedAt = fixture.clock.now().toISOString();
    const changed = ["discountCodeIds", "updatedAt"];
    expect((await postEvents()).slice(before).map(([, , data]) => data)).toMatchObject([
      { rowId: postId, updatedAt, discountCodeIds: [two, three].sort(), changed },
      { discountCodeIds: [three], changed },
      { discountCodeIds: [], changed },
    ]);
    expect(await postsOf(one)).toEqual([null]);
    expect(await get(postId)).toMatchObject({ discountCodes: { nodes: [], totalCount: 0 } });
  });

  it("is deleted with its partner, with an event; its codes remain", async () => {
    const posts = [await createPost(client, ann, ["ONE"]), await createPost(client, ann)].map(({ rowId }) => rowId);
    const other = await createPost(client, (await createPartner(client, "Bea")).rowId);
    expect((await run(client, "delete_partner", { partnerId: "@ann" })).changedCodeCount).toBe(2);
    expect((await postEvents(/post.(deleted|updated)/)).map(([what, id]) => [what, id])).toEqual(
      posts.sort().map((id) => ["post.deleted", id]),
    );
    expect(await Promise.all([...posts, other.rowId].map(async (id) => (await get(id))?.rowId ?? null))).toEqual([null, null, other.rowId]);
    expect(await postsOf(one, two)).toEqual([null, null]);
  });

  it("and concurrent changes of its codes and partner leave no code of another partner with it", async () => {
    const bea = (await createPartner(client, "Bea")).rowId;
    for (let round = 0; round < 4; round += 1) {
      const { rowId: postId } = await createPost(client, ann, round % 2 ? [one, two] : []);
      await Promise.all([
        run(client, "update_post", { postId, discountCodeIds: [one, two] }),
        run(client, "assign_discount_codes_to_partner", { partnerId: bea, discountCodeIds: [one] }),
        run(client, "assign_discount_codes_to_partner", { partnerId: null, discountCodeIds: [two, one] }),
        run(client, "update_post", { postId, discountCodeIds: [two] }),
        run(client, "delete_post", { postId }),
      ]);
      const wrong = `SELECT FROM post_codes b JOIN posts w ON w.row_id = b.post_id JOIN discount_codes d ON d.row_id = b.discount_code_id
        WHERE d.partner_id IS DISTINCT FROM w.partner_id`;
      expect((await fixture.admin.query(wrong)).rowCount).toBe(0);
      await run(client, "assign_discount_codes_to_partner", { partnerId: ann, discountCodeIds: [one, two] });
    }
  });
});

describe("list_posts", () => {
  interface List {
    nodes: { url: string }[];
    totalCount: number;
    pageInfo: { endCursor: string; startCursor: string; hasNextPage: boolean };
  }
  const list = async (given = "", asker = client) =>
    (
      await asker.data<{ list: List }>(
        `{ list: list_posts${given} { nodes { url } totalCount pageInfo { endCursor startCursor hasNextPage } } }`,
      )
    ).list;
  const urls = async (given = "", asker = client) => (await list(given, asker)).nodes.map(({ url }) => url.slice("https://".length));

  it("returns the workspace's posts, newest first, with filters, orders and cursors", async () => {
    const bea = (await createPartner(client, "Bea", "bea")).rowId;
    const times: string[] = [];
    for (const [url, partnerId, channel, day, codes] of [
      ["b", ann, "video", "03", ["ONE"]],
      ["a", bea, "blog", "01", []],
      ["c", ann, "video", "02", []],
    ] as const) {
      fixture.clock.advance(1_000);
      times.push(fixture.clock.now().toISOString());
      await createPost(client, partnerId, [...codes], { url: `https://${url}`, channel, publishedAt: `2026-05-${day}T00:00:00Z` });
    }
    expect([await urls(), (await list()).totalCount]).toEqual([["c", "a", "b"], 3]);
    for (const [given, expected] of [
      ["(orderBy: [URL_ASC])", ["a", "b", "c"]],
      ["(orderBy: [PUBLISHED_AT_DESC])", ["b", "c", "a"]],
      ["(orderBy: [CHANNEL_ASC, CREATED_AT_ASC])", ["a", "b", "c"]],
      ["(orderBy: [UPDATED_AT_ASC])", ["b", "a", "c"]],
      ["(orderBy: [NATURAL])", ["b", "a", "c"]],
      ["(last: 2)", ["a", "b"]],
      ['(filter: { partnerId: "@ann" })', ["c", "b"]],
      [`(filter: { partnerId: { notEqualTo: "${ann}" } })`, ["a"]],
      [`(filter: { discountCodeId: { equalTo: "${one}" } })`, ["b"]],
      [`(filter: { not: { discountCodeId: { equalTo: "${one}" } } })`, ["c", "a"]],
      ['(filter: { channel: { equalTo: "blog" } })', ["a"]],
      ['(filter: { url: { in: ["https://a", "https://c"] } })', ["c", "a"]],
      ['(filter: { publishedAt: { greaterThan: "2026-05-01T00:00:00Z" } })', ["c", "b"]],
      [`(filter: { updatedAt: { greaterThan: "${times[0]}" }, createdAt: { lessThan: "${times[2]}" } })`, ["a"]],
    ] as const)
      expect([given, await urls(given)]).toEqual([given, expected]);
    const { pageInfo } = await list("(first: 1)");
    expect([pageInfo.hasNextPage, await urls(`(first: 1, after: "${pageInfo.endCursor}")`)]).toEqual([true, ["a"]]);
    const { pageInfo: last } = await list("(last: 1)");
    expect(await urls(`(last: 1, before: "${last.startCursor}")`)).toEqual(["a"]);
    expect(await urls("", fixture.client())).toEqual([]);
    expect(await urls(`(filter: { partnerId: "${ann}" })`, fixture.client())).toEqual([]);
  });
});
