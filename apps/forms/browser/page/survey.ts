import { Model, type Question, type QuestionRatingModel } from "survey-core";
import { renderSurvey } from "survey-js-ui";
import { adaptRenderer, nameUnnamed } from "./adapt-renderer.js";
import type { Answers, Offer, Taken, UserError } from "./collect.js";
import type { KeptResponse } from "./kept-response.js";
import { texts } from "./language.js";
import { pipeHarmlessly } from "./pipe-harmlessly.js";
import { part } from "./view.js";

interface Handlers {
  /** Something was answered, or another page is shown: all that was given, and what of it can be saved. */
  changed(given: Answers, valid: Answers, page: number): void;
  /** The visitor goes on, or has come to the end: what the server thinks of the answers. Undefined when the form is over. */
  checked(answers: Answers, isLast: boolean): Promise<Taken | undefined>;
}

/** Shows a form by SurveyJS's own renderer, where the response stopped. */
export function showSurvey({ model }: Offer["form"], kept: KeptResponse, { changed, checked }: Handlers): Model {
  adaptRenderer();
  const survey = new Model(model);
  for (const question of survey.getAllQuestions()) showAsButtons(question);
  pipeHarmlessly(survey);
  // The page itself is the card.
  survey.isCompact = true;
  survey.showCompletePage = false;
  // Above a question it may be out of sight when the question is gone to.
  if (model.questionErrorLocation === undefined) survey.questionErrorLocation = "bottom";
  survey.textUpdateMode = "onTyping";
  survey.focusFirstQuestionAutomatic = false;
  survey.data = kept.answers;
  survey.currentPageNo = kept.page;
  const note = () => changed(survey.data as Answers, validAnswers(survey), survey.currentPageNo);
  survey.onAfterRenderQuestion.add((_, { htmlElement }) => nameUnnamed(htmlElement));
  survey.onValueChanged.add(note);
  survey.onCurrentPageChanged.add(note);
  survey.onServerValidateQuestions.add((_, options) => {
    const { isLastPage: isLast } = survey;
    void checked(isLast ? survey.data : validAnswers(survey), isLast).then((taken) => {
      if (!taken) return;
      Object.assign(options.errors, errorsByQuestion(survey, taken.userErrors));
      options.complete();
    });
  });
  part("loading").hidden = true;
  part("form").hidden = false;
  part("skip").textContent = texts().skip;
  // A page without a heading has none to go to.
  part("title").hidden = survey.renderedHasTitle;
  if (survey.processedTitle) document.title = survey.processedTitle;
  renderSurvey(survey, part("survey"));
  // Whoever goes on by keyboard, or does not see the page change, begins at its top.
  survey.onCurrentPageChanged.add(() => part("survey").focus({ preventScroll: true }));
  // What was given before the network was lost, or in a field that was being typed in.
  if (!survey.isEmpty) note();
  return survey;
}

const maxButtons = 11;

/** Keeps a rating of up to eleven numbers, e.g. NPS, from becoming a list where the window is small: survey.css fits it in. */
function showAsButtons(question: Question): void {
  if (question.getType() !== "rating") return;
  const rating = question as QuestionRatingModel;
  if (rating.displayMode !== "auto" || rating.rateType !== "labels" || rating.visibleRateValues.length > maxButtons) return;
  if (!rating.visibleRateValues.every(({ text }) => text.length <= 2)) return;
  rating.displayMode = "buttons";
  rating.rateDescriptionLocation = "bottom";
}

/** What can be saved while the visitor is still at it: half an e-mail address is no answer yet. */
function validAnswers(survey: Model): Answers {
  const broken = survey.getAllQuestions().filter((question: Question) => !question.isEmpty() && !question.validate(false));
  const names = new Set(broken.map((question) => question.getValueName()));
  return Object.fromEntries(Object.entries(survey.data as Answers).filter(([name]) => !names.has(name)));
}

/** The errors that belong to a question, by its name; those that belong to none stand at the first one that is shown. */
function errorsByQuestion(survey: Model, userErrors: readonly UserError[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of userErrors) {
    const named = survey.getAllQuestions().find((question) => field.includes(question.getValueName()));
    const question = named ?? survey.currentPage?.questions[0];
    if (question) errors[question.name] = message;
  }
  return errors;
}
