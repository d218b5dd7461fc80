import { id, jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { discountCodeUpdated, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { isUuid } from "@offergraph/shared/schema/formats";
import { Command, InvalidArgumentError } from "commander";
import { readPartnerIdsByName, readPartners } from "../db/partners.js";
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
        const partnerId = await write({ workspaceId: workspace, emits: [partnerAdded] }, (tx) => addPartner(tx, partner));
        return { json: { partnerId }, text: `Added partner "${name}" with id ${partnerId}.` };
      }),
    );
  partner
    .command("assign")
    .description("assigns discount codes to a partner; a code has at most one partner")
    .argument("[codes...]", "ids, codes or aliases")
    .addOption(workspaceOption())
    .option("--partner <partner>", "the partner's id, name or @handle")
    .option("--none", "removes the codes from their partner")
    .option("--code <codes...>", "more ids, codes or aliases")
    .addOption(jsonOption())
    .action((bare: string[], { workspace, json, partner: ref, none, code }: AssignOptions) =>
      run(json, async ({ write }) => {
        const refs = givenCodes(code, bare);
        if ((ref === undefined) === (none === undefined)) throw new Error("Use either --partner <id, name or @handle> or --none.");
        const done = await write({ workspaceId: workspace, emits: [discountCodeUpdated] }, async (tx) => {
          const partnerId = ref === undefined ? null : await partnerIdOf(tx, ref);
          return { partnerId, discountCodeIds: await assignPartner(tx, partnerId, refs) };
        });
        const whose = done.partnerId === null ? "no partner" : `partner ${done.partnerId}`;
        return { json: done, text: `${countOf(done.discountCodeIds.length)} assigned to ${whose}.` };
      }),
    );
  return partner;
}

/** Rejects names that start with "@", because filters read a text that starts with "@" as a handle. */
function nameText(text: string): string {
  const name = words(text);
  if (name.startsWith("@")) throw new InvalidArgumentError('Must not begin with "@". Use --handle for a handle.');
  return name;
}

function handleText(text: string): string {
  const handle = text.replace(/^@/, "");
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(handle))
    throw new InvalidArgumentError("Must have 1-64 characters: a-z, A-Z, 0-9, dots, underscores and dashes.");
  return handle;
}

async function partnerIdOf({ sql }: Db, ref: string): Promise<string> {
  const ids = isUuid(ref) ? (await readPartners(sql, [id(ref)])).map(({ rowId }) => rowId) : await readPartnerIdsByName(sql, ref);
  const [found, another] = ids;
  if (found === undefined) throw new Error(`There is no partner ${ref} in this workspace.`);
  if (another !== undefined) throw new Error(`Several partners have the name ${ref}. Use the id.`);
  return found;
}
