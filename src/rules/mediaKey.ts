/** The event in a photo's key, `{dir}/{tenant}/{eventId}/…` (§7); null: not such a key. */
export const eventOfKey = (mediaUrl: string): string | null => mediaUrl.split('/')[2] || null;
