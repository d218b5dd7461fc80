interface Attribute {
  class: string;
  /** Polarity from -1 to 1. */
  polarity: number;
}

/** Words with their polarity, by class. A word with polarity 0 is an opinion only after "too", except for "high" and "low". */
const attributeWords: Readonly<Record<string, string>> = {
  price:
    "expensive -0.6, overpriced -0.8, pricey -0.5, costly -0.5, dear -0.3, unaffordable -0.7, free 0.6, cheap 0.4, affordable 0.6, inexpensive 0.5",
  speed:
    "slow -0.5, slowly -0.5, late -0.6, delayed -0.6, sluggish -0.5, fast 0.6, quick 0.6, quickly 0.6, prompt 0.6, promptly 0.6, punctual 0.6, swift 0.6, speedy 0.6, early 0.3, long 0",
  quality:
    "flimsy -0.6, shoddy -0.8, poor -0.7, poorly -0.6, inferior -0.6, sturdy 0.6, solid 0.5, durable 0.7, robust 0.6, premium 0.6, soft 0.4, comfortable 0.6, uncomfortable -0.6, cozy 0.6, cosy 0.6, scratchy -0.5, itchy -0.5, fresh 0.5, stale -0.6, delicious 0.8, tasty 0.7, bland -0.4, thin 0, thick 0, heavy 0",
  level: "high 0, low 0",
  fit: "tight -0.4, tightly -0.3, loose -0.3, baggy -0.3, small 0, big 0, large 0, short 0, wide 0, narrow 0",
  reliability:
    "reliable 0.7, unreliable -0.7, broken -0.7, damaged -0.7, defective -0.8, faulty -0.7, torn -0.6, scratched -0.5, missing -0.6, wrong -0.6, buggy -0.6, intact 0.4",
  ease: "easy 0.6, user-friendly 0.7, easily 0.5, simple 0.4, intuitive 0.6, convenient 0.6, smooth 0.6, smoothly 0.6, seamless 0.7, complicated -0.6, confusing -0.6, difficult -0.5, hard -0.4, cumbersome -0.6, clunky -0.5, inconvenient -0.5, clear 0.4, unclear -0.5",
  attitude:
    "friendly 0.7, helpful 0.7, polite 0.6, kind 0.6, attentive 0.6, professional 0.6, competent 0.6, unfriendly -0.7, unhelpful -0.7, rude -0.8, impolite -0.6, incompetent -0.7, unprofessional -0.7",
  looks:
    "beautiful 0.8, beautifully 0.7, pretty 0.6, gorgeous 0.8, stylish 0.7, elegant 0.7, modern 0.4, ugly -0.8, outdated -0.5, cute 0.6",
  general:
    "good 0.6, great 0.8, excellent 0.9, amazing 0.9, awesome 0.9, fantastic 0.9, wonderful 0.9, superb 0.9, outstanding 0.9, brilliant 0.8, perfect 0.9, perfectly 0.8, nice 0.5, nicely 0.5, lovely 0.7, fine 0.3, ok 0.1, okay 0.1, decent 0.3, well 0.5, best 0.9, better 0.4, bad -0.6, badly -0.6, terrible -0.9, terribly -0.7, horrible -0.9, awful -0.9, worst -1, worse -0.6, disappointing -0.7, disappointed -0.7, mediocre -0.3, useless -0.8, useful 0.6, annoying -0.6, annoyed -0.6, satisfied 0.7, unsatisfied -0.7, dissatisfied -0.7, happy 0.7, unhappy -0.7, pleased 0.7, impressed 0.7, unacceptable -0.8, acceptable 0.2, limited -0.3",
};

const pairs = (list: string) =>
  list.split(", ").map((pair) => {
    const [word = "", polarity] = pair.split(" ");
    return [word, Number(polarity)] as const;
  });

const polarities = (list: string): ReadonlyMap<string, number> => new Map(pairs(list));
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Polarity of verbs that express an opinion about their object, by lemma. */
export const feelings = polarities(
  "love 0.8, like 0.5, enjoy 0.6, adore 0.8, appreciate 0.6, recommend 0.7, prefer 0.3, hate -0.8, dislike -0.5, regret -0.6, loathe -0.9, complain -0.5",
);

/** Polarity of verbs that express an opinion about their subject, by lemma. */
export const doings = polarities(
  "break -0.6, fail -0.6, rip -0.6, tear -0.5, leak -0.6, crash -0.7, shrink -0.5, fade -0.4, disappoint -0.7, exceed 0.6, impress 0.7, delight 0.8, suck -0.7",
);

/** Polarity of nouns that express an opinion, by lemma. */
export const judgements = polarities(
  "complaint -0.5, mess -0.6, waste -0.7, disaster -0.9, joke -0.6, scam -0.9, nightmare -0.9, bargain 0.7, gem 0.8, ripoff -0.9, rip-off -0.9, crap -0.8, garbage -0.8",
);

/** Lemmas of actions that customers expect of a thing. Only the absence of such an action is an opinion ("does not work"). */
export const dueVerbs = setOf("arrive come deliver fit function help load open respond reply ship work");
/** Lemmas of actions that customers want to do. Only the absence of such an action is an opinion ("cannot find my size"). */
export const wantedVerbs = setOf("find get receive");

const attributes: ReadonlyMap<string, Attribute> = new Map(
  Object.entries(attributeWords).flatMap(([name, list]) =>
    pairs(list).map(([word, polarity]) => [word, { class: name, polarity }] as const),
  ),
);

export const attributeOf = (word: string, lemma: string): Attribute | undefined =>
  attributes.get(word) ?? attributes.get(lemma) ?? attributes.get(comparedOf(word) ?? "");

/** Returns the base form of words like "faster", "nicer", "easier", "bigger" and "fastest"; undefined if no attribute matches. */
export function comparedOf(word: string): string | undefined {
  const [, stem = ""] = /^(.{3,})(?:er|est)$/.exec(word) ?? [];
  return [stem, `${stem}e`, stem.replace(/i$/, "y"), stem.replace(/(.)\1$/, "$1")].find((base) => attributes.has(base));
}

/** Words for things in the singular, by class. A compound has the class of its last listed word. */
const thingWords: Readonly<Record<string, string>> = {
  price: "price cost fee charge value money budget rate bill surcharge",
  delivery: "delivery shipping shipment dispatch courier parcel package packaging box postage carrier driver tracking arrival",
  quality:
    "quality material fabric finish stitching seam zipper zip button leather cotton wool texture durability workmanship build battery",
  service: "service support staff team agent assistant employee helpdesk hotline chat reply response salesperson advice communication",
  fit: "fit size sizing length width waist sleeve cut measurement",
  design: "design colour color style look pattern print shape appearance photo picture image",
  product:
    "product item article jacket shirt dress shoe boot sneaker trouser jeans coat sweater bag hat sock phone cable charger lamp chair table",
  taste: "taste flavour flavor smell scent aroma coffee tea chocolate food",
  website: "website site page app application checkout shop search cart basket form login account menu navigation filter",
  payment: "payment card invoice paypal transfer installment wallet",
  returns: "return refund exchange warranty guarantee replacement",
  discount: "discount coupon voucher code promotion offer deal sale gift reward bonus",
  choice: "choice selection range assortment variety stock availability option",
  order: "order purchase confirmation",
  information: "description information instruction manual guide detail explanation review",
};

const classes = new Map(Object.entries(thingWords).flatMap(([name, list]) => list.split(" ").map((word) => [word, name] as const)));

export function thingClassOf(lemmas: readonly string[]): string | null {
  const names = lemmas.map((lemma) => classes.get(lemma) ?? classes.get(lemma.split("-").at(-1) ?? lemma));
  return names.findLast((name) => name !== undefined) ?? null;
}

/** Lemmas that are too general to be the subject of an opinion. */
export const emptyNouns = setOf(
  "thing stuff lot bit way kind sort time day week month hour minute year one something anything everything nothing someone anyone " +
    "everyone total age super friend people person fact case part end start reason problem issue today yesterday tomorrow i me we us you he she it they",
);
