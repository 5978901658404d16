/** Where the phrases of a big title meet: U+200B, a place to break the line that shows nothing. */
export const BREAK = '\u200b';

/** A title without its marks: for descriptions, names and whatever else is no title. */
export const withoutBreaks = (title: string): string => title.replaceAll(BREAK, '');
