import type { PreviewSettings } from "../../src/domain/page-settings.js";
import { filled } from "../../src/domain/texts/texts.js";
import type { Outcome, Taken } from "./collect.js";
import { thanksText } from "./ending.js";
import { texts, useLanguage } from "./language.js";
import { showSurvey, thanksOf } from "./survey.js";
import { element, part, showInstead } from "./view.js";

const accepted: Taken = { status: "INCOMPLETE", grants: [], userErrors: [] };

/** Shows a draft or version with the renderer of the hosted page. Sends and stores no answers, so only SurveyJS checks the answers. */
export async function showPreview({ model, locale, assets }: PreviewSettings): Promise<void> {
  await useLanguage(typeof model.locale === "string" ? model.locale : locale, assets);
  if (model.logo) document.getElementById("logo")?.remove();
  const survey = showSurvey(
    model,
    locale,
    { answers: {}, page: 0 },
    {
      changed: () => undefined,
      async checked(_answers, isLast) {
        if (!isLast) return accepted;
        showEnd("COMPLETE", thanksOf(survey), survey.getNavigateToUrl());
        return undefined;
      },
    },
  );
  part("skip").addEventListener("click", () => showEnd("SKIPPED", "", ""));
}

function showEnd(outcome: Outcome, thanks: string, leadsTo: string): void {
  const { thanksTitle, declinedTitle, declinedBody, previewEnd, previewAgain, previewLeadsTo } = texts();
  const isDone = outcome === "COMPLETE";
  const content = [isDone ? thanksText(thanks) : element("p", declinedBody), element("p", previewEnd, "note")];
  if (leadsTo) content.push(element("p", filled(previewLeadsTo, { url: leadsTo }), "quiet"));
  content.push(Object.assign(element("a", previewAgain, "button"), { href: location.pathname }));
  showInstead(isDone ? thanksTitle : declinedTitle, ...content);
}
