import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildASTSchema, type GraphQLInputType, getNamedType, isInputObjectType, parse } from "graphql";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const services = ["discounts", "forms", "incentives", "orders", "workspace"];

/** Matches files that only receive, store or return a field. */
const echo = /\/(generated|testing|demo|graphql|db|cli|consumers|manifest)\/|\.test\.ts$|\/domain\/(fields|body|ordinals)/;

/** Fields for display. No domain rule depends on these fields. */
const shownOnly = new Set([
  "DiscountCodeBody.display_name",
  "DiscountCodeBody.origin",
  "DiscountCodeBody.public_tier",
  "DiscountCodeBody.is_public",
  "SetDiscountTagColorInput.color",
  "CreateIncentiveInput.description",
  "UpdateIncentiveInput.description",
  "UpdateIncentiveInput.icon",
  "UpdateIncentiveInput.iconColor",
]);

/** Fields that the tests of their operations cover, for example the old and new name of a tag. */
const carriedOut = new Set([
  // The file apps/discounts/src/graphql/Mutation/tags.int.test.ts covers `fromTag` and `toTag`.
  "BulkRenameTagAcrossWorkspaceDiscountsInput.fromTag",
  "BulkRenameTagAcrossWorkspaceDiscountsInput.toTag",
]);

/** Maps each setting of a form to the test that covers the setting. */
const behaviours: Readonly<Record<string, readonly [file: string, title: string]>> = {
  surfaces: ["apps/forms/src/domain/surfaces.test.ts", "restrict its channels; an empty list allows all"],
  priority: ["apps/forms/browser/embed/turn.test.ts", "open by priority, then in order of arrival"],
  view_type: [
    "apps/forms/src/http/collect/repeat.int.test.ts",
    "returning_enabled, priority and view_type reach the page and the embed script",
  ],
  returning_enabled: ["apps/forms/browser/embed/frequency-cap.test.ts", "is not shown again, or after 30 days with returning_enabled"],
  enable_repeat: ["apps/forms/src/http/collect/repeat.int.test.ts", "false rejects a visitor's second response in GET, POST and PATCH"],
  starts_at: ["apps/forms/src/domain/placement-problems.test.ts", "from its start until its end if enableEndsAt is set"],
  ends_at: ["apps/forms/src/domain/placement-problems.test.ts", "from its start until its end if enableEndsAt is set"],
  enable_ends_at: ["apps/forms/src/domain/placement-problems.test.ts", "from its start until its end if enableEndsAt is set"],
  reason_set: ["apps/forms/src/services/insights/extract.test.ts", "are %s"],
};

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns all input fields of a service's mutations, except references to records and fields with an input type. */
function settingsOf(service: string): string[] {
  const schema = buildASTSchema(parse(readFileSync(`${root}apps/${service}/schema.graphql`, "utf8")), { assumeValidSDL: true });
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (type: GraphQLInputType) => {
    const named = getNamedType(type);
    if (!isInputObjectType(named) || seen.has(named.name)) return;
    seen.add(named.name);
    for (const field of Object.values(named.getFields())) {
      const isRecord = /(^id|^ids|Id|_id)$/.test(field.name);
      if (!isRecord && !isInputObjectType(getNamedType(field.type))) found.add(`${named.name}.${field.name}`);
      walk(field.type);
    }
  };
  for (const mutation of Object.values(schema.getMutationType()?.getFields() ?? {})) for (const { type } of mutation.args) walk(type);
  return [...found];
}

function filesIn(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : filesIn(path);
    return /\.tsx?$/.test(path) && !echo.test(path) ? [path] : [];
  });
}

describe("every input field of every mutation", () => {
  it.each(services)("of %s is read by code that does more than store or return the field", (service) => {
    const sources = filesIn(`apps/${service}`).map((path) => readFileSync(root + path, "utf8"));
    const unread = settingsOf(service).filter((coordinate) => {
      const [, name = ""] = coordinate.split(".");
      const word = new RegExp(`\\b(?:${name}|${camel(name)})\\b`);
      return !shownOnly.has(coordinate) && !carriedOut.has(coordinate) && !sources.some((source) => word.test(source));
    });
    expect(unread).toEqual([]);
  });

  it("of update_form that is a setting has a test of its effect", () => {
    const settings = settingsOf("forms").flatMap((coordinate) => (coordinate.startsWith("UpdateFormBody.") ? coordinate.slice(15) : []));
    // Settings without an entry in `behaviours`: `title` is only displayed, `tags` only group forms, and other tests cover `status`.
    const others = new Set(["title", "status", "tags"]);
    for (const setting of settings.filter((name) => !others.has(name))) {
      const [file, title] = behaviours[setting] ?? ["", ""];
      const source = file === "" ? "" : readFileSync(root + file, "utf8");
      expect(title, `${setting} has a test`).not.toBe("");
      expect(source, `the test of ${setting} exists`).toContain(`("${title}"`);
    }
  });
});
