import { compileFilter } from "@offergraph/service/filters/filter";
import { readFormBySlug } from "../../db/forms.js";
import { type ResponsesSurface, readSurfaceCounts } from "../../db/response-counts.js";
import { both, isInWindow, readResponsePage, responseFilter } from "../../db/response-list.js";
import { readTimeZone } from "../../db/time-zones.js";
import { daysOfWindow, surfaceWindow } from "../../domain/response-window.js";
import type { QueryResolvers } from "../../generated/types.js";

export const get_form_responses_surface: NonNullable<QueryResolvers["get_form_responses_surface"]> = async (_source, given, context) => {
  const { read, clock } = context;
  const window = surfaceWindow(given, clock.now());
  const timeZone = await readTimeZone(read);
  const days = daysOfWindow(window, timeZone);
  const shape = responseFilter(read, context.principal.workspaceId);
  const [form, inWindow, inList] = await Promise.all([
    readFormBySlug(read, given.slug),
    compileFilter(shape, given.windowFilter, "windowFilter"),
    compileFilter(shape, given.listFilter, "listFilter"),
  ]);
  if (!form) return null;
  const where = both(isInWindow(form.rowId, window, given.placementId), inWindow);
  let counts: ReturnType<typeof readSurfaceCounts> | undefined;
  const surface: ResponsesSurface = {
    ...window,
    form,
    days,
    readCounts: () => {
      counts ??= readSurfaceCounts(read, where, timeZone);
      return counts;
    },
    readResponses: () => {
      const { first, after, orderBy, windowFilter, listFilter, placementId } = given;
      // Binds each cursor to the form and the filters.
      const operation = `get_form_responses_surface ${form.rowId} ${JSON.stringify([windowFilter, listFilter, placementId])}`;
      return readResponsePage(context, { first, after, orderBy }, { operation, where: both(where, inList), defaultFirst: 25 });
    },
  };
  return surface;
};
