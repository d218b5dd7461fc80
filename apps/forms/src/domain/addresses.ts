/** Whether a text is an address that a browser can be sent to: https, or http, with a host. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^/?#{}]+/i.test(text);
}

const videoEnd = /\.(?:mp4|mov|wmv|flv|avi|mkv|webm|ogv)$/i;
const videoHost = /^(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)$/i;

/**
 * True for an address that the form's page can show a picture from: https, or a base64 data: URL. Videos are none: SurveyJS would
 * show them in a frame or a video element, which the page's policy does not load.
 */
export function isPictureAddress(text: string): boolean {
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/.test(text)) return true;
  if (!isWebAddress(text) || !/^https:/i.test(text) || /["'\\<>\s]/.test(text)) return false;
  return !videoEnd.test(text) && !videoHost.test(new URL(text).hostname);
}
