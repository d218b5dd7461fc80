const first = [
  "Mara",
  "Jonas",
  "Aylin",
  "Peter",
  "Sofia",
  "Noah",
  "Helena",
  "Luis",
  "Freja",
  "Tom",
  "Irina",
  "Oskar",
  "Nadia",
  "Paul",
  "Emma",
];
const last = ["Lindqvist", "Okafor", "Brandt", "Costa", "Novak", "Hughes", "Yilmaz", "Moreau", "Petersen"];

export interface Person {
  ref: string;
  name: string;
  email: string;
}

export function person(number: number): Person {
  const [one = "", two = ""] = [first[number % first.length], last[(number * 4) % last.length]];
  return { ref: `customer-${1000 + number}`, name: `${one} ${two}`, email: `${one}.${two}@example.com`.toLowerCase() };
}

export const throwaway: Person = { ref: "customer-2000", name: "Test Test", email: "test4711@mailinator.com" };
