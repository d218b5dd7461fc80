import { randomUUID } from "node:crypto";
import { hostedForm, short } from "../hosted-form.js";
import { offerReward } from "../offer-reward.js";
import { requestWithRetry } from "../request-with-retry.js";
import { waitUntil } from "../wait-until.js";
import { change } from "../website-form.js";
import { admin, newWorkspace, type Workspace } from "../workspace.js";

export const issued = "offergraph.incentives.grant.issued.v1";

/**
 * A form that rewards each completed response with a discount code of the sandbox store. The webhook endpoint `hookUrl` receives the issued
 * grants.
 */
export interface RewardedForm {
  workspace: Workspace;
  publicKey: string;
}

export async function rewardedForm(baseUrl: string, hookUrl: string): Promise<RewardedForm> {
  const workspace = await newWorkspace();
  const add = ["connection", "add", "--workspace", workspace.workspaceId, "--name", "Shop", "--sandbox"];
  const { connectionId } = await admin<{ connectionId: string }>(add);
  const { publicKey, formId } = await hostedForm(workspace.client, { payload: short });
  await offerReward(workspace.client, formId, { connectionId });
  await change(workspace.client, "create_webhook_endpoint", { url: hookUrl, eventTypes: [issued] }, "");
  await waitUntil("the form shows the reward", async () => {
    const { rewards } = await requestWithRetry<{ rewards: object[] }>("GET", `${baseUrl}/v1/collect/${publicKey}`);
    return rewards.length === 1;
  });
  return { workspace, publicKey };
}

/** Starts and completes the response of a new customer. */
export async function respond(baseUrl: string, publicKey: string, headers: Record<string, string> = {}): Promise<void> {
  const responses = `${baseUrl}/v1/collect/${publicKey}/responses`;
  const id = randomUUID();
  await requestWithRetry("POST", responses, { id, visitorId: randomUUID(), customer: { ref: `${id}@shop.example` } }, { headers });
  await requestWithRetry("PATCH", `${responses}/${id}`, { answers: { why: "Because" }, outcome: "COMPLETE" }, { headers });
}
