/** RFC 5321 (4.5.3.1) limits a path to 256 characters. A path is an address with angle brackets, so an address has at most 254. */
export const maxEmailLength = 254;

/** Checks only the syntax of an email address: one @, no white space, and a domain with a dot. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/.test(text);
