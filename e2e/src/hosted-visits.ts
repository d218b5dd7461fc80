import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { startChromium } from "./chromium.js";
import { type HostedForm, hostedForm } from "./hosted-form.js";
import { pageVisit } from "./page-visit.js";
import { responsesTo } from "./website-form.js";
import { newWorkspace, readSystem, type Workspace } from "./workspace.js";

export const next = (page: Page) => page.getByRole("button", { name: "Next" });
export const complete = (page: Page) => page.getByRole("button", { name: "Complete" });
export const thanks = (page: Page) => page.getByRole("heading", { name: "Thank you" });

/** Starts a browser and creates a form for the current `describe` block. */
export function hostedVisits() {
  let browser: Browser;
  let workspace: Workspace;
  let origin: string;
  let form: HostedForm;
  beforeAll(async () => {
    [browser, workspace, { baseUrl: origin }] = await Promise.all([startChromium(), newWorkspace(), readSystem()]);
    form = await hostedForm(workspace.client);
  });
  afterAll(() => browser?.close());

  const addressOf = ({ publicKey }: HostedForm) => `${origin}/f/${publicKey}`;
  return {
    get client() {
      return workspace.client;
    },
    get origin() {
      return origin;
    },
    get form() {
      return form;
    },
    addressOf,
    /** By default, opens the form that all tests of the block share. */
    visit(work: (page: Page) => Promise<void>, options: BrowserContextOptions & { leadsTo?: string; at?: HostedForm; url?: string } = {}) {
      const { at = form, url = addressOf(at), ...others } = options;
      return pageVisit(
        browser,
        origin,
        async (page) => {
          await page.goto(url);
          await work(page);
        },
        others,
      );
    },
    async onlyResponse({ formSlug }: HostedForm) {
      const [response, ...others] = await responsesTo(workspace.client, formSlug);
      expect(others).toEqual([]);
      return response;
    },
  };
}
