import { compileFilter } from "@offergraph/service/filters/filter";
import { readPage } from "@offergraph/service/filters/page";
import { responseColumns } from "../../db/columns.js";
import { readFormBySlug } from "../../db/forms.js";
import type { ResponsesSurface } from "../../db/response-counts.js";
import { readSurfaceCounts } from "../../db/response-counts.js";
import { both, isInWindow, responseFilter, responseOrder, responsesTable } from "../../db/response-list.js";
import type { ResponseRow } from "../../db/rows.js";
import { daysOfWindow, surfaceWindow } from "../../domain/response-window.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_responses_surface: NonNullable<QueryResolvers["get_form_responses_surface"]> = async (
  _source,
  given,
  { read, principal, cursorKey, clock },
) => {
  const { from, to } = surfaceWindow(given, clock.now());
  const days = daysOfWindow({ from, to });
  const shape = responseFilter(read, principal.workspaceId);
  const [form, inWindow, inList] = await Promise.all([
    readFormBySlug(read, given.slug),
    compileFilter(shape, given.windowFilter, "windowFilter"),
    compileFilter(shape, given.listFilter, "listFilter"),
  ]);
  if (!form) return null;
  const where = both(isInWindow(form.rowId, { from, to }, given.placementId), inWindow);
  let counts: ReturnType<typeof readSurfaceCounts> | undefined;
  const surface: ResponsesSurface = {
    form,
    from,
    to,
    days,
    readCounts: () => {
      counts ??= readSurfaceCounts(read, where);
      return counts;
    },
    readResponses: () =>
      readPage<ResponseRow>({
        operation: `get_form_responses_surface ${form.rowId}`,
        workspaceId: principal.workspaceId,
        read,
        select: responseColumns,
        from: responsesTable,
        where: both(where, inList),
        shape,
        order: responseOrder,
        orderBy: ["CREATED_AT_DESC"],
        arguments: { first: given.first },
        defaultFirst: 25,
        withTotal: undefined,
        cursorKey,
      }),
  };
  return surface;
};
