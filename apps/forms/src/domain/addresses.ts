export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[^/?#{}]+/i.test(text);
}

const videoEnd = /\.(?:mp4|mov|wmv|flv|avi|mkv|webm|ogv)$/i;
const videoHost = /^(?:(?:www|m)\.)?(?:youtube\.com|youtu\.be)$/i;

/** Returns true for an image URL. Returns false for videos, because the page's policy blocks their frames. */
export function isPictureAddress(text: string): boolean {
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/.test(text)) return true;
  if (!isWebAddress(text) || !/^https:/i.test(text) || /["'\\<>\s]/.test(text)) return false;
  return !videoEnd.test(text) && !videoHost.test(new URL(text).hostname);
}
