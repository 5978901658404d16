import { jaModel, Parser } from 'budoux';

const parser = new Parser(jaModel);

/**
 * The phrases (文節) of a Japanese text, in their order: together they are the text. A line may end between two of them.
 * Has BudouX's model: browsers load it after the first paint (ADR 34).
 */
export const splitPhrases = (text: string): readonly string[] => parser.parse(text);
