import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { grantExpired } from "@offergraph/shared/contracts/events/incentives";
import type { Client, Fixture } from "./fixture.js";
import { type Grant, type GrantRequest, grantOf, requestOf } from "./grants.js";
import { grantEvent, requested } from "./grants-fixture.js";
import type { StoreFixture } from "./store-fixture.js";

export interface Minted extends GrantRequest {
  code: string;
}

/** Returns the codes minted for these grants so far. */
export async function mintedFor({ admin }: Fixture, requests: readonly GrantRequest[]): Promise<Minted[]> {
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

/** Requests minted codes for `count` new grants and waits for the codes. */
export async function mint(
  fixture: StoreFixture,
  client: Client,
  discountCodeId: string,
  count = 1,
  changes: Partial<GrantRequest> = {},
): Promise<Minted[]> {
  const requests = Array.from({ length: count }, () => requestOf(discountCodeId, changes));
  await fixture.emitEvent(requests.map((request) => requested(client, request)));
  let minted: Minted[] = [];
  await fixture.eventually(async () => {
    minted = await mintedFor(fixture, requests);
    if (minted.length < count) throw new Error(`${minted.length} of ${count} are minted.`);
  });
  return minted;
}

/** Emits the event `definition`, which ends the grants of the minted codes. By default, the grants expire. */
export function end(
  fixture: StoreFixture,
  client: Client,
  minted: readonly Minted[],
  definition: EventDefinition<Grant> = grantExpired,
): Promise<void> {
  return fixture.emitEvent(minted.map((one) => grantEvent(client, definition, grantOf(one))));
}
