import { readPage } from "@offergraph/service/filters/page";
import { changeColumns, changeFilter, changeOrder, changesOf, changesTable } from "../../db/changes.js";
import type { ChangeRow } from "../../db/rows.js";
import type { QueryField } from "../context.js";
import { codeIdOf } from "../loaders.js";

export const get_discount_changes: QueryField<"get_discount_changes"> = (_source, { id, filter, orderBy, ...page }, context) =>
  readPage<ChangeRow>({
    operation: `get_discount_changes ${id.toLowerCase()}`,
    workspaceId: context.principal.workspaceId,
    read: context.read,
    select: changeColumns,
    from: changesTable,
    where: changesOf(id),
    filter,
    shape: changeFilter((ref) => codeIdOf(context, ref)),
    order: changeOrder,
    orderBy: orderBy ?? ["CREATED_AT_DESC"],
    arguments: page,
    defaultFirst: 50,
    cursorKey: context.cursorKey,
  });
