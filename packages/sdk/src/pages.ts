import type { Page, PagePromise } from "./types.js";

type Args = Readonly<Record<string, unknown>>;
type Read<Item> = (args: Args) => Promise<Page<Item>>;

/** The number of records per request while a caller iterates, unless the caller passes `first`. */
const pageSize = 100;

/** Returns a list that requests nothing before the caller awaits it or iterates over it. */
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
    [Symbol.asyncIterator]: () => records(read, args),
  };
}

async function* records<Item>(read: Read<Item>, args: Args): AsyncGenerator<Item, void, undefined> {
  for (let after = args.after; ; ) {
    // The API accepts either `offset` or a cursor.
    const position = after === undefined ? {} : { after, offset: undefined };
    const { nodes, pageInfo } = await read({ first: pageSize, ...args, ...position });
    yield* nodes;
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return;
    after = pageInfo.endCursor;
  }
}
