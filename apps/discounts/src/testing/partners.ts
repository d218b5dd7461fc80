import type { Client, UserError } from "./fixture.js";

export interface Answer {
  userErrors: UserError[];
  [field: string]: unknown;
}

const payloads = {
  create_partner: "partner { rowId workspaceId createdAt updatedAt name handle }",
  update_partner: "partner { rowId workspaceId createdAt updatedAt name handle }",
  delete_partner: "deletedId changedCodeCount",
  assign_discount_codes_to_partner: "discountCodes { rowId partnerId updatedAt }",
  create_post: "post { rowId workspaceId createdAt updatedAt partnerId url channel publishedAt discountCodes { nodes { rowId } } }",
  update_post: "post { rowId workspaceId createdAt updatedAt partnerId url channel publishedAt discountCodes { nodes { rowId } } }",
  delete_post: "deletedId",
  create_campaign: "campaign { rowId workspaceId createdAt updatedAt name startsAt endsAt note }",
  update_campaign: "campaign { rowId workspaceId createdAt updatedAt name startsAt endsAt note }",
  delete_campaign: "deletedId",
  assign_discount_codes_to_campaign: "discountCodes { rowId }",
  remove_discount_codes_from_campaign: "discountCodes { rowId }",
};
export type Operation = keyof typeof payloads;

export interface Partner {
  rowId: string;
  name: string;
  handle: string | null;
  updatedAt: string;
}

export async function run(client: Client, operation: Operation, input: object, idempotencyKey?: string): Promise<Answer> {
  const type = operation.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
  const document = `mutation ($input: ${type}Input!) { ${operation}(input: $input) { ${payloads[operation]} userErrors { field code message } } }`;
  return (await client.data<Record<string, Answer>>(document, { input }, idempotencyKey))[operation] as Answer;
}

export async function createPartner(client: Client, name: string, handle: string | null = null): Promise<Partner> {
  const { partner, userErrors } = await run(client, "create_partner", { name, handle });
  if (!partner) throw new Error(JSON.stringify(userErrors));
  return partner as Partner;
}

/** Returns the workspace's events whose type matches `what`. */
export const recorded = async (client: Client, what: RegExp) => (await client.events()).filter((event) => what.test(event.what));

export interface Post {
  rowId: string;
  updatedAt: string;
  discountCodes: { nodes: { rowId: string }[] };
}

export async function createPost(client: Client, partnerId: string, discountCodeIds: string[] = [], changes: object = {}): Promise<Post> {
  const input = { partnerId, url: "https://video.example/1", channel: "video", publishedAt: "2026-05-01T10:00:00+02:00", discountCodeIds };
  const { post, userErrors } = await run(client, "create_post", { ...input, ...changes });
  if (!post) throw new Error(JSON.stringify(userErrors));
  return post as Post;
}

export interface Campaign {
  rowId: string;
  name: string;
}

export async function createCampaign(client: Client, name: string, changes: object = {}): Promise<Campaign> {
  const { campaign, userErrors } = await run(client, "create_campaign", { name, ...changes });
  if (!campaign) throw new Error(JSON.stringify(userErrors));
  return campaign as Campaign;
}
