import type { Plugin } from 'vite';

/**
 * Takes the marks of phrases (ADR 34) away wherever a rule forbids line breaks: an engine may end a line at `<wbr>` all the same.
 * base.css reads `--wbr` until the client has taken the page over; it is inherited as `white-space` is.
 * @param css a style sheet
 */
export const hideMarksInNowrap = (css: string): string =>
  css.replace(
    /white-space:\s*([\w-]+)/g,
    (rule, value: string) => `${rule}; --wbr: ${value === 'nowrap' ? 'none' : 'inline'}`,
  );

/** Does so for each style sheet of the client. */
export const marksInNowrap = (): Plugin => ({
  name: 'marks-in-nowrap',
  enforce: 'pre',
  transform: { filter: { id: /\.css$/ }, handler: hideMarksInNowrap },
});
