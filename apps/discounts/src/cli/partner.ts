import { jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { discountCodeUpdated, partnerAdded, postUpdated } from "@offergraph/shared/contracts/events/discounts";
import { Command, InvalidArgumentError } from "commander";
import { readPartners } from "../db/partners.js";
import { idsOf } from "../db/rows.js";
import { handleRule, partnerNameProblem, readHandle } from "../domain/partners.js";
import { lockCodesByRef } from "../services/codes/find-code.js";
import { partnerIdsOf } from "../services/partners/find-partner.js";
import { addPartner, assignPartner } from "../services/partners/partners.js";
import type { Db } from "../tx.js";
import { countOf, givenCodes, type Options, type Tools } from "./tools.js";

interface AddOptions extends Options {
  name: string;
  handle?: string;
}
interface AssignOptions extends Options {
  partner?: string;
  none?: boolean;
  code?: string[];
}

export function partnerCommands(run: Run<Tools>): Command {
  const partner = new Command("partner").description("add partners and assign discount codes to them");
  partner
    .command("add")
    .description("adds a partner")
    .addOption(workspaceOption())
    .requiredOption("--name <name>", "the partner's name", nameText)
    .option("--handle <@handle>", "a unique short name; case is ignored", handleText)
    .addOption(jsonOption())
    .action(({ workspace, json, name, handle }: AddOptions) =>
      run(json, async ({ write }) => {
        const partner = { name, handle: handle ?? null };
        const { rowId: partnerId } = await write({ workspaceId: workspace, emits: [partnerAdded] }, (tx) => addPartner(tx, partner));
        return { json: { partnerId }, text: `Added partner "${name}" with id ${partnerId}.` };
      }),
    );
  partner
    .command("assign")
    .description("assigns discount codes to a partner; a code has at most one partner")
    .argument("[codes...]", "ids, codes or aliases of discount codes")
    .addOption(workspaceOption())
    .option("--partner <partner>", "the partner's id, name or @handle")
    .option("--none", "removes the codes from their partner")
    .option("--code <codes...>", "ids, codes or aliases of further discount codes")
    .addOption(jsonOption())
    .action((bare: string[], { workspace, json, partner: ref, none, code }: AssignOptions) =>
      run(json, async ({ write }) => {
        const refs = givenCodes(code, bare);
        if ((ref === undefined) === (none === undefined)) throw new Error("Use either --partner <id, name or @handle> or --none.");
        const done = await write({ workspaceId: workspace, emits: [discountCodeUpdated, postUpdated] }, async (tx) => {
          const partnerId = ref === undefined ? null : await partnerIdOf(tx, ref);
          return { partnerId, discountCodeIds: idsOf(await assignPartner(tx, partnerId, await lockCodesByRef(tx, refs))) };
        });
        const whose = done.partnerId === null ? "no partner" : `partner ${done.partnerId}`;
        return { json: done, text: `${countOf(done.discountCodeIds.length)} assigned to ${whose}.` };
      }),
    );
  return partner;
}

function nameText(text: string): string {
  const name = words(text);
  const wrong = partnerNameProblem(name);
  if (wrong !== undefined) throw new InvalidArgumentError(wrong);
  return name;
}

function handleText(text: string): string {
  const handle = readHandle(text);
  if (handle === undefined) throw new InvalidArgumentError(handleRule);
  return handle;
}

async function partnerIdOf({ sql }: Db, ref: string): Promise<string> {
  const ids = await partnerIdsOf(sql, ref);
  if (ids.length > 1) throw new Error(`Several partners have the name ${ref}. Use the id.`);
  const [partner] = await readPartners(sql, ids);
  if (!partner) throw new Error(`There is no partner ${ref} in this workspace.`);
  return partner.rowId;
}
