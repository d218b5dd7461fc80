import { ownTypes } from "../../mcp/resources/types.js";
import { memoized } from "../../memoized.js";
import { changesPage } from "./changes-page.js";
import type { DocPage } from "./doc-page.js";
import { errorsPage } from "./error-page.js";
import { eventPage } from "./event-page.js";
import { filtersPage } from "./filters-page.js";
import { eventsIndex, operationsIndex, typesIndex } from "./index-pages.js";
import { operationPage } from "./operation-page.js";
import { overviewPage } from "./overview-page.js";
import { createReference, type Reference, type ReferenceSource } from "./reference.js";
import { searchPage } from "./search-page.js";
import { statesPage } from "./states-page.js";
import { typePage } from "./type-page.js";

export interface ReferencePages {
  readonly reference: Reference;
  /** Pages by path, in the order of the reference. */
  readonly pages: ReadonlyMap<string, DocPage>;
}

/** Returns the pages of a supergraph from a cache. The cache key is the object `manifests`, which changes whenever the engine changes. */
export const referencePages = memoized(({ manifests }: ReferenceSource) => manifests, createPages);

function createPages(source: ReferenceSource): ReferencePages {
  const reference = createReference(source);
  const { api, manifests, schema } = reference;
  const pages = new Map<string, DocPage>();
  const types = ownTypes(schema).sort((one, other) => (one.name < other.name ? -1 : 1));
  const all = [
    overviewPage(reference),
    filtersPage(reference),
    statesPage(reference),
    errorsPage(reference),
    changesPage(reference),
    searchPage(pages),
    operationsIndex(reference),
    ...api.operations.map((operation) => operationPage(operation, reference)),
    eventsIndex(reference),
    ...manifests.events.map((event) => eventPage(event, reference)),
    typesIndex(types),
    ...types.map((type) => typePage(type, reference)),
  ];
  for (const page of all) pages.set(page.path, page);
  return { reference, pages };
}
