import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { withoutComments } from './withoutComments.ts';

const source = withoutComments(readFileSync(new URL('../src/app/boot/earlyScript.js', import.meta.url), 'utf8'));

/** Stands in the head of every shell: a request of its own would hold up the first frame, and after it the page would move. */
export const EARLY_SCRIPT = `<script>${source}</script>`;

/** What the pages' policy knows it by: the one inline script that may run. */
export const EARLY_SCRIPT_HASH = `sha256-${createHash('sha256').update(source).digest('base64')}`;
