import type { Page, PagePromise } from "./types.js";

type Args = Readonly<Record<string, unknown>>;
type Read<Item> = (args: Args) => Promise<Page<Item>>;

/** Default page size of a `for await` loop. */
const pageSize = 100;

/** Returns a list. Sends the first request when the caller awaits the list or iterates over it. */
export function pagesOf<Item>(read: Read<Item>, args: Args = {}): PagePromise<Item> {
  let page: Promise<Page<Item>> | undefined;
  const once = () => {
    page ??= read(args);
    return page;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is a promise of its first page.
    then: (resolve, reject) => once().then(resolve, reject),
    catch: (reject) => once().catch(reject),
    finally: (end) => once().finally(end),
    [Symbol.toStringTag]: "PagePromise",
    [Symbol.asyncIterator]: () => (isBackward(args) ? recordsBackward(read, args) : recordsForward(read, args)),
  };
}

const isBackward = ({ last, before }: Args): boolean => (last ?? before ?? undefined) !== undefined;

async function* recordsForward<Item>(read: Read<Item>, args: Args): AsyncGenerator<Item, void, undefined> {
  for (let after = args.after; ; ) {
    // The API does not accept a cursor together with `offset`.
    const position = after === undefined ? {} : { after, offset: undefined };
    const { nodes, pageInfo } = await read({ first: pageSize, ...args, ...position });
    yield* nodes;
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return;
    after = pageInfo.endCursor;
  }
}

/**
 * Yields the records from the end of the list to its start. Reverses each page, because the API returns the records of a page in list
 * order.
 */
async function* recordsBackward<Item>(read: Read<Item>, args: Args): AsyncGenerator<Item, void, undefined> {
  for (let before = args.before; ; ) {
    const { nodes, pageInfo } = await read({ ...args, last: args.last ?? pageSize, before });
    yield* [...nodes].reverse();
    if (!pageInfo.hasPreviousPage || !pageInfo.startCursor) return;
    before = pageInfo.startCursor;
  }
}
