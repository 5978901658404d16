/** What the client needs to end lines between phrases: later than what it says (ADR 34). */
import { splitPhrases } from '../../rules/splitPhrases.ts';
import { markTextsBy } from '../../ui/phrases/phraseMarks.ts';

markTextsBy(splitPhrases);
