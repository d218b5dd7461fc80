/** RFC 5321 4.5.3.1: a path has at most 256 characters, two of them its brackets. */
export const maxEmailLength = 254;

/** True if a text has the form of an e-mail address: one @, no white space, a domain with a dot. Whether mail arrives there is not checked. */
export const isEmail = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/.test(text);
