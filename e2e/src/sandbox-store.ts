import { request } from "undici";

export async function sandboxCodes(url: string, connectionId: string): Promise<{ discountCodeId: string; code: string }[]> {
  const { statusCode, body } = await request(new URL(`/connections/${connectionId}/codes`, url));
  if (statusCode !== 200) throw new Error(`The sandbox store returned status ${statusCode}.`);
  return ((await body.json()) as { codes: { discountCodeId: string; code: string }[] }).codes;
}
