/** Code without its lines that are a comment only: each byte counts for the first JavaScript (docs/adr/0002). */
export const withoutComments = (code: string): string => code.replace(/^\s*\/\/.*\n/gm, '');
