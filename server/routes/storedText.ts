import { PLAYERS_PER_PHOTO } from '../../src/contract/limits.ts';
import { stripTags } from '../../src/rules/message.ts';

/** Comma-joined names of the wire as a list, no name twice. */
export function playersOf(joined: string): string[] {
  const names = stripTags(joined).split(',');
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ''))].slice(0, PLAYERS_PER_PHOTO);
}

/** A text or nothing: an empty one is nothing. */
export const textOrNull = (text: string | null): string | null =>
  text === null ? null : stripTags(text).trim() || null;
