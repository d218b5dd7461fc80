import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ordinaryModels } from "../apps/forms/src/testing/ordinary-models.js";
import { mutateModel, randomOf } from "../apps/forms/src/testing/wrong-shapes.js";
import { startChromium } from "./src/chromium.js";
import { change } from "./src/website-form.js";
import { newWorkspace, type Workspace } from "./src/workspace.js";

let browser: Browser;
let workspace: Workspace;
beforeAll(async () => {
  [browser, workspace] = await Promise.all([startChromium(), newWorkspace()]);
});
afterAll(() => browser?.close());

const mutatedModels = 300;

it("accepts ordinary models, and renders them only with elements and attributes of SurveyJS", async () => {
  const { client } = workspace;
  const { form } = await change<{ form: { rowId: string } }>(client, "create_form", { body: { title: "Models" } }, "form { rowId }");
  const isTaken = async (payload: object) => {
    const mutation = "mutation ($input: SaveFormDraftInput!) { saved: save_form_draft(input: $input) { userErrors { code } } }";
    const { saved } = await client.data<{ saved: { userErrors: object[] } }>(mutation, { input: { formId: form.rowId, payload } });
    return saved.userErrors.length === 0;
  };
  for (const model of ordinaryModels) expect(await isTaken(model), JSON.stringify(model)).toBe(true);
  const random = randomOf(42);
  const taken: object[] = [...ordinaryModels];
  for (let times = 0; times < mutatedModels; times += 1) {
    const model = mutateModel(ordinaryModels[times % ordinaryModels.length] ?? {}, random);
    if (await isTaken(model)) taken.push(model);
  }
  const page = await browser.newPage();
  const outside: string[] = [];
  await page.route("**/*", (route) => route.abort());
  page.on("framenavigated", (frame) => outside.push(`navigated to ${frame.url()}`));
  await page.setContent('<div id="survey"></div>');
  outside.length = 0;
  const require = createRequire(new URL("../apps/forms/package.json", import.meta.url));
  for (const bundle of ["survey-core", "survey-js-ui"])
    await page.addScriptTag({ content: await readFile(require.resolve(bundle), "utf8") });
  for (const model of taken) {
    const found = await page.evaluate(foreignParts, model);
    expect(found, JSON.stringify(model)).toEqual([]);
  }
  expect(outside).toEqual([]);
  await page.close();
});

interface Attr {
  name: string;
  value: string;
}

/** Runs in the browser. Renders a form's SurveyJS model and end page, and returns forbidden elements and attributes. */
function foreignParts(model: object): string[] {
  // biome-ignore-start lint/suspicious/noExplicitAny: SurveyJS's bundles put their names on the page's global object.
  const { Survey, SurveyUI, document } = globalThis as any;
  const place = document.createElement("div");
  document.body.append(place);
  const survey = new Survey.Model(model);
  survey.navigateToUrl = "";
  survey.navigateToUrlOnCondition = [];
  SurveyUI.renderSurvey(survey, place);
  const forbidden = "meta, base, script, iframe, object, embed, style, link, video, audio, frame, form[action], [srcdoc], [formaction]";
  const look = () =>
    [...place.querySelectorAll("*")].flatMap((element: any) => [
      ...(element.matches(forbidden) ? [element.outerHTML.slice(0, 200)] : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }: Attr) =>
            /^on/i.test(name) || (/^(href|src|srcset|xlink:href|data|poster)$/.test(name) && !/^(https:|data:image\/|#|$)/.test(value)),
        )
        .map(({ name, value }: Attr) => `${element.tagName} ${name}=${value.slice(0, 100)}`),
    ]);
  // biome-ignore-end lint/suspicious/noExplicitAny: until here.
  const found = look();
  survey.doComplete();
  found.push(...look());
  survey.dispose();
  place.remove();
  return found;
}
