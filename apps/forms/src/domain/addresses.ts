/** Whether a text is an address that a browser can be sent to: https, or http, with a host. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^/?#{}]+/i.test(text);
}

/** Whether a text is an address that a picture can be taken from: https, or the picture itself. */
export function isPictureAddress(text: string): boolean {
  if (/^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=]*$/.test(text)) return true;
  return isWebAddress(text) && /^https:/i.test(text);
}
