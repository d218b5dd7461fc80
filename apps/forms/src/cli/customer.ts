import { jsonOption, time, words, workspaceOption } from "@offergraph/shared/cli/options";
import { type Run, table } from "@offergraph/shared/cli/output";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { Command } from "commander";
import { listErasures } from "../db/erasures.js";
import { eraseCustomer } from "../services/responses/erase-customer.js";
import type { Options, Tools } from "./tools.js";

interface EraseOptions extends Options {
  customer: string;
}

export function customerCommands(run: Run<Tools>): Command {
  const customer = new Command("customer").description("erase customers' personal data");
  customer
    .command("erase")
    .description("erases a customer's personal data, except for the pseudonymous customer id in grants and credits")
    .addOption(workspaceOption())
    .requiredOption("--customer <customer>", "the customer's id, or the store's reference for the customer", words)
    .addOption(jsonOption())
    .action(({ workspace, json, customer: given }: EraseOptions) =>
      run(json, async ({ database }) => {
        const erased = await database.transaction({ workspaceId: workspace, emits: [customerErased] }, (tx) => eraseCustomer(tx, given));
        const { customerId, responses, insightAnswers } = erased;
        return {
          json: erased,
          text: `Erased the customer ${customerId}. Responses: ${responses}; insight answers: ${insightAnswers}. An event notifies the other services.`,
        };
      }),
    );
  customer
    .command("erasures")
    .description("lists the erasures of all workspaces since a time, at most OUTBOX_KEEP_DAYS ago, for a repetition after a restore")
    .requiredOption("--since <time>", "time of the erasure, for example 2026-11-28T10:00:00Z", time)
    .addOption(jsonOption())
    .action(({ since, json }: Pick<Options, "json"> & { since: Date }) =>
      run(json, async ({ pool }) => {
        const erasures = await listErasures(pool, since);
        const rows = erasures.map(({ erasedAt, workspaceId, customerId }) => [erasedAt, workspaceId, customerId]);
        return { json: erasures, text: table([["erased at", "workspace", "customer"], ...rows]) };
      }),
    );
  return customer;
}
