/** Text of fans on one line: nothing in it moves the terminal's cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
export const onOneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
