/** Tells accounts apart without giving their id away: 24 hex digits. */
export async function userMark(userId: string): Promise<string> {
  return (await sha256Hex(userId)).slice(0, 24);
}

/** SHA-256 of a text, in hex. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
