import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fact } from "../../domain/insights.js";
import { extractFacts, maxFacts } from "./extract-facts.js";
import { winkTokenizer } from "./tokenizer.js";

const tokenizer = winkTokenizer();

/** Formats each opinion as "subject attribute polarity", with "-" for an unknown subject. */
const opinionsOf = (text: string) =>
  extractFacts(text, tokenizer)
    .filter(({ kind }) => kind === "opinion")
    .map(({ subject, attribute, polarity }) => `${subject ?? "-"} ${attribute} ${polarity}`);
const mentionsOf = (text: string) =>
  extractFacts(text, tokenizer)
    .filter(({ kind }) => kind === "mention")
    .map(({ thing, thingClass }) => `${thing} ${thingClass ?? "-"}`);

const said: readonly [rule: string, text: string, ...opinions: string[]][] = [
  ["what is said plainly", "The jacket is great.", "jacket great 0.8"],
  ["what is said plainly", "The checkout is confusing.", "checkout confusing -0.6"],
  ["what is said plainly", "The selection is limited.", "selection limited -0.3"],
  ["what is said plainly", "The package arrived late.", "package late -0.6"],
  ["what is said plainly", "The quality is okay.", "quality okay 0.1"],
  ["what is said plainly", "The coffee tastes delicious.", "coffee delicious 0.8"],
  ["what is said plainly", "The website is hard to use.", "website hard -0.4"],
  ["several things of one", "Customer service was unhelpful and rude.", "customer service unhelpful -0.7", "customer service rude -0.8"],
  ["one thing each of several", "Good product, bad service.", "product good 0.6", "service bad -0.6"],
  ["one thing each of several", "Great quality, fast shipping!", "quality great 0.8", "shipping fast 0.6"],
  ["one thing each of several", "Delivery was really slow and the box was damaged.", "delivery slow -0.65", "box damaged -0.7"],
  ["a negation", "The jacket is not good.", "jacket good -0.36"],
  ["a negation", "The fabric isn't soft.", "fabric soft -0.24"],
  ["a negation", "The app is not easy to use.", "app easy -0.36"],
  ["a negation", "I don't like the design.", "design like -0.3"],
  ["a negation", "I don't think the price is fair.", "price fair -0.24"],
  ["a negation", "The hotline was hardly helpful.", "hotline helpful -0.42"],
  ["a negation", "Can't recommend this shop.", "shop recommend -0.42"],
  ["a negation of what is bad", "Not bad at all.", "- bad 0.36"],
  ["a negation of what is bad", "Nothing was wrong with the order.", "- wrong 0.36"],
  ["a negation of what is bad", "I can't complain about the quality.", "quality complain 0.3"],
  ["a negation of what is bad", "No complaints.", "- complaint 0.3"],
  ["what is not left out", "The support team was not only polite but also quick.", "support team polite 0.6", "support team quick 0.6"],
  ["a contrast", "I love the colour but the sleeves are too short.", "color love 0.8", "sleeve short -0.4"],
  ["a contrast", "The price was not good but the staff was very friendly.", "price good -0.36", "staff friendly 0.91"],
  ["a contrast", "Although the price is high, the quality is excellent.", "price high -0.5", "quality excellent 0.9"],
  ["what is stronger", "The staff was very friendly.", "staff friendly 0.91"],
  ["what is stronger", "It's way too expensive for me.", "- expensive -0.78"],
  ["what is weaker", "The instructions are slightly unclear.", "instruction unclear -0.35"],
  ["what is weaker", "It's a bit pricey.", "- pricey -0.35"],
  ["what is too much", "The price is too high.", "price high -0.5"],
  ["what is too much", "The sleeves are too long.", "sleeve long -0.4"],
  ["what hangs on the thing", "Shipping costs are too high.", "shipping cost high -0.5"],
  ["what hangs on the thing", "The quality is high.", "quality high 0.6"],
  ["what hangs on the thing", "The product looks cheap.", "product cheap -0.4"],
  ["a wish", "It could be cheaper.", "- cheaper -0.4"],
  ["a wish", "The shoes could be more comfortable.", "shoe comfortable -0.4"],
  ["a wish", "Wish the delivery was faster.", "delivery faster -0.4"],
  ["a wish", "It would be nice if the app was faster.", "app faster -0.4"],
  ["a wish", "I would rather have free shipping.", "shipping free -0.4"],
  ["a wish", "I'd prefer a cheaper option.", "option cheaper -0.4"],
  ["a comparison", "Your price is better than Amazon's.", "price better 0.4"],
  ["a comparison", "The new version is worse than the old one.", "version worse -0.6"],
  ["a comparison", "The fit is less comfortable than before.", "fit comfortable -0.36"],
  ["a comparison", "The new design is so much better!", "design better 0.52"],
  ["a feeling", "I hate the new packaging.", "packaging hate -0.8"],
  ["a feeling", "love it", "- love 0.8"],
  ["a feeling", "I was disappointed with the fit.", "fit disappointed -0.7"],
  ["a feeling", "I'm very happy with my new shoes.", "shoe happy 0.91"],
  ["what a thing does", "The zipper broke after two days.", "zipper break -0.6"],
  ["what a thing does", "The payment failed twice.", "payment fail -0.6"],
  ["what a thing should do", "My order never arrived.", "order arrive -0.6"],
  ["what a thing should do", "The cable stopped working after a week.", "cable work -0.6"],
  ["what is wanted of a thing", "I couldn't find my size.", "size find -0.6"],
  ["what is wanted of a thing", "I never received my order.", "order receive -0.6"],
  ["nothing that is wanted and got", "I found my size and received the order."],
  ["what has no better", "I couldn't find a better price.", "price better 0.9"],
  ["what a thing is called", "Total waste of money.", "money waste -0.7"],
  ["one word", "Terrible.", "- terrible -0.9"],
  ["a sign", "👍", "- 👍 0.6"],
  ["nothing that is asked", "Is the delivery fast?"],
  ["nothing that is a condition", "If the price was lower I would buy it."],
  ["nothing that is only supposed", "I would like a refund."],
  ["nothing that is said of others", "I found it cheaper elsewhere."],
  ["nothing that is no opinion", "I just wanted to look modifiers."],
];

describe("opinions", () => {
  it.each(said)("are extracted from %s: %s", (_rule, text, ...opinions) => {
    expect(opinionsOf(text)).toEqual(opinions);
  });

  it("have classes, polarity band, sign and confidence", () => {
    const { kind, subjectClass, attributeClass, polarityBand, polaritySign, confidence, thing } = extractFacts(
      "Delivery was slow.",
      tokenizer,
    )[0] as Fact;
    expect({ kind, subjectClass, attributeClass, polarityBand, polaritySign, confidence, thing }).toEqual({
      kind: "opinion",
      subjectClass: "delivery",
      attributeClass: "speed",
      polarityBand: -1,
      polaritySign: -1,
      confidence: 0.9,
      thing: null,
    });
  });

  it("are more confident with a subject and without negation", () => {
    const sure = (text: string) => extractFacts(text, tokenizer).find(({ kind }) => kind === "opinion")?.confidence ?? 0;
    expect(sure("The jacket is great.")).toBeGreaterThan(sure("It is great."));
    expect(sure("The jacket is good.")).toBeGreaterThan(sure("The jacket is not good."));
  });
});

describe("mentions", () => {
  it.each([
    ["a known thing with its class", "I looked at the jacket.", "jacket product"],
    ["words that belong together", "I asked the customer service team.", "customer service team service"],
    ["names", "It was the same on Amazon.", "amazon -"],
    ["nothing that says nothing", "There was a thing one day."],
    ["no numbers, addresses or signs", "It was 42 at https://example.com and a@b.example :-)"],
  ])("are %s: %s", (_rule, text, ...mentions) => {
    expect(mentionsOf(text)).toEqual(mentions);
  });
});

describe("an unsupported text", () => {
  it.each([
    "Der Preis ist zu hoch, die Qualität aber sehr gut.",
    "sehr gut",
    "La livraison était très lente.",
    "Le prix est bon mais trop cher",
    "El servicio fue muy malo.",
    "Il prezzo è troppo alto",
    "De prijs is niet goed",
    "O preço é muito bom",
    "品質很好，但是太貴了",
    "品質はとても良いです",
    "السعر مرتفع جدا",
    "Цена слишком высокая",
    "asdf qwer",
    "lorem ipsum dolor sit amet",
    "n/a",
    "42",
    "",
    "?!…",
  ])("has no facts: %s", (text) => {
    expect(extractFacts(text, tokenizer)).toEqual([]);
  });
});

describe("any text", () => {
  const hostile: Record<string, string> = {
    "one word": "good ".repeat(2_000),
    negations: `${"not ".repeat(2_500)}good`,
    clauses: "the price is good and the fit is bad, but ".repeat(250),
    "signs of feeling": "😀".repeat(5_000),
    "right to left": "السعر good ".repeat(1_000),
    "turned around": "\u202Egood\u202C not ".repeat(800),
    addresses: "http://a.b/".repeat(1_000),
    hashtags: "#a".repeat(5_000),
    "one long word": "a".repeat(10_000),
    capitals: "THE PRICE IS GOOD ".repeat(600),
    "halves of signs": "\uD83D".repeat(10_000),
    zeros: "\0".repeat(10_000),
    "many accents": "Z͑ͫ̓ͪ̂ͫ̽".repeat(1_500),
  };
  it.each(Object.entries(hostile))("is processed in bounded time: 10 kB of %s", (_name, text) => {
    const begun = process.cpuUsage();
    const facts = extractFacts(text, tokenizer);
    const { user, system } = process.cpuUsage(begun);
    // The extraction normally uses at most 0.15 s of CPU time. A quadratic algorithm would use seconds.
    expect((user + system) / 1_000_000).toBeLessThan(1.5);
    expect(facts.length).toBeLessThanOrEqual(maxFacts);
  });

  const words =
    "the price is not very good bad but and , . ? ! too would rather if n't 's 👍 السعر très é \u202E \0 https://x.y - ' \" ( more".split(
      " ",
    );
  it("yields deterministic, bounded facts and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(text, (one) => {
        const facts = extractFacts(one, tokenizer);
        expect(extractFacts(one, tokenizer)).toEqual(facts);
        expect(new Set(facts.map((fact) => JSON.stringify(fact))).size).toBe(facts.length);
        for (const fact of facts) expectSane(fact);
      }),
      { numRuns: 300 },
    );
  });
});

function expectSane({ kind, polarity, polaritySign, polarityBand, confidence, attribute, thing }: Fact): void {
  expect(Math.abs(polarity)).toBeLessThanOrEqual(1);
  expect(polaritySign).toBe(Math.sign(polarity) + 0);
  expect(Math.abs(polarityBand)).toBeLessThanOrEqual(2);
  expect(Math.sign(polarityBand) * polaritySign).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeGreaterThan(0);
  expect(confidence).toBeLessThanOrEqual(1);
  expect(kind === "opinion" ? attribute : thing).toBeTruthy();
}
