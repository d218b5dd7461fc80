import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { grantExpired } from "@offergraph/shared/contracts/events/incentives";
import { type Grant, type GrantRequest, grantOf, requestOf } from "./grants.js";
import { grantEvent, requested } from "./grants-world.js";
import type { StoreWorld } from "./store-world.js";
import type { Client, World } from "./world.js";

/** A minted code with the request of its grant. */
export interface Minted extends GrantRequest {
  code: string;
}

/** Returns the codes minted for these grants so far. */
export async function mintedFor({ admin }: World, requests: readonly GrantRequest[]): Promise<Minted[]> {
  const { rows } = await admin.query<{ id: string; code: string }>(
    "SELECT grant_id AS id, code FROM grant_codes WHERE grant_id = ANY($1) AND code IS NOT NULL",
    [requests.map(({ rowId }) => rowId)],
  );
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  return requests.flatMap((request) => {
    const code = codes.get(request.rowId);
    return code === undefined ? [] : [{ ...request, code }];
  });
}

/** Requests `count` minted codes, one grant each, and waits for them. */
export async function mint(
  world: StoreWorld,
  client: Client,
  discountCodeId: string,
  count = 1,
  changes: Partial<GrantRequest> = {},
): Promise<Minted[]> {
  const requests = Array.from({ length: count }, () => requestOf(discountCodeId, changes));
  await world.tell(requests.map((request) => requested(client, request)));
  let minted: Minted[] = [];
  await world.eventually(async () => {
    minted = await mintedFor(world, requests);
    if (minted.length < count) throw new Error(`${minted.length} of ${count} are minted.`);
  });
  return minted;
}

/** Ends grants, by expiry unless another event is given. */
export function end(
  world: StoreWorld,
  client: Client,
  minted: readonly Minted[],
  definition: EventDefinition<Grant> = grantExpired,
): Promise<void> {
  return world.tell(minted.map((one) => grantEvent(client, definition, grantOf(one))));
}
