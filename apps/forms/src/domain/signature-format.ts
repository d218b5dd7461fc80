/** HMAC-SHA256 in hexadecimal digits. */
export const signatureFormat = /^[0-9a-f]{64}$/i;
