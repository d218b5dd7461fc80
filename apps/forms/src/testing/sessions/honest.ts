/** A visitor's session: network, user agent, answers and duration in seconds. */
export interface Session {
  address: string;
  headers: Record<string, string>;
  seconds: number;
  answers: { why: string; stars: number; more?: string };
}

const browsers = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0.28.85",
  "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
];
const languages = ["en-GB,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR,fr;q=0.9", "pl,en-US;q=0.7,en;q=0.3"];
const short = ["no", "price", "great", "too expensive", "shipping", "idk", "good value"];
const things = ["kettle", "lamp", "rug", "desk", "blender", "jacket", "tent", "bike"];
const places = ["my mother", "the office kitchen", "our garden", "a friend in Lyon", "the new flat", "the camping trip", "work"];
/** Returns a sentence from a template. Product and place depend on `n`. */
const sentence = (n: number) =>
  `I was looking for a ${things[n % things.length]} for ${places[n % places.length]} and found it after ${n + 2} minutes`;

/** Returns a person's IP address. People in the same home, office, university or mobile network share an address. */
function addressOf(n: number): string {
  if (n < 25) return "198.51.100.7";
  if (n < 45) return "203.0.113.80";
  if (n < 60) return "2001:db8:44:1::5";
  if (n < 80) return `192.0.2.${100 + Math.floor(n / 2)}`;
  return `198.51.100.${100 + n}`;
}

/**
 * Sessions of 100 honest visitors. The first 25 visitors are at a university. The first 20 visitors have the same phone model and language.
 */
export const honestSessions: readonly Session[] = Array.from({ length: 100 }, (_, n): Session => {
  const isAlike = n < 20;
  const says = n % 3 === 0;
  const [userAgent = "", language = ""] = isAlike ? [browsers[0], languages[0]] : [browsers[n % browsers.length], languages[n % 4]];
  // The fastest readers need just over a second per question. The slowest readers leave the form open over lunch.
  const reading = n % 10 === 0 ? 3.2 : n % 17 === 0 ? 2_400 : 6 + ((n * 7) % 50);
  const words = says ? sentence(n) : (short[n % short.length] ?? "no");
  const answers = { why: words, stars: 1 + ((n * 3) % 5), ...(n % 4 === 0 && { more: short[(n + 3) % short.length] ?? "no" }) };
  const seconds = reading + (words.length + (answers.more?.length ?? 0)) * 0.09;
  return { address: addressOf(n), headers: { "user-agent": userAgent, "accept-language": language }, seconds, answers };
});
