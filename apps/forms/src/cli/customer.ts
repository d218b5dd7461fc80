import { jsonOption, words, workspaceOption } from "@offergraph/shared/cli/options";
import type { Run } from "@offergraph/shared/cli/output";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { customerIdOf } from "@offergraph/shared/schema/customer-id";
import { isUuid } from "@offergraph/shared/schema/formats";
import { Command } from "commander";
import { type Erased, eraseCustomer } from "../services/responses/erase-customer.js";
import type { Options, Tools } from "./tools.js";

interface EraseOptions extends Options {
  customer: string;
}

export function customerCommands(run: Run<Tools>): Command {
  const customer = new Command("customer").description("erase customers' personal data");
  customer
    .command("erase")
    .description("erases a customer's personal data in forms and orders; grants and credits keep a pseudonymous customer id")
    .addOption(workspaceOption())
    .requiredOption("--customer <customer>", "the customer's id, or the store's reference for the customer", words)
    .addOption(jsonOption())
    .action(({ workspace, json, customer: given }: EraseOptions) =>
      run(json, async ({ database }) => {
        const ids = customerIdsOf(workspace, given);
        const erased = await database.transaction({ workspaceId: workspace, emits: [customerErased] }, async (tx) => {
          const parts: Erased[] = [];
          for (const id of ids) parts.push(await eraseCustomer(tx, id));
          return parts;
        });
        const sum = (of: keyof Erased) => erased.reduce((all, one) => all + one[of], 0);
        const [responses, insightAnswers] = [sum("responses"), sum("insightAnswers")];
        return {
          json: { customerId: ids[0], responses, insightAnswers },
          text: `Erased the customer ${ids[0]}. Responses: ${responses}; insight answers: ${insightAnswers}. An event notifies the other services.`,
        };
      }),
    );
  return customer;
}

/** Returns two customers for a UUID because the UUID may be a customer id or a store's own reference. */
function customerIdsOf(workspaceId: string, given: string): string[] {
  const byReference = customerIdOf(workspaceId, given);
  return isUuid(given) ? [given.toLowerCase(), byReference] : [byReference];
}
