/**
 * What the platform offers and we have not taken, or have: is it worth it? (KEP-05, ADR 31.) The bounds are the reasons the ADR gives:
 * where one breaks, what was left out has become worth its cost, or what was taken no longer is.
 *
 *   npm run bench:platform           (PARTS=bytes,routes,hints, ROUNDS=7, BEFORE=folder of an earlier build)
 */
import { startProduct } from '../journeys/support/product.ts';
import { compareBytes } from './platform/bytes.ts';
import { compareHints } from './platform/hints.ts';
import { compareRoutes } from './platform/routes.ts';
import { createVerdict } from './support/verdict.ts';

const rounds = Number(process.env.ROUNDS ?? 7);
const parts = process.env.PARTS?.split(',') ?? ['bytes', 'routes', 'hints'];
const verdict = createVerdict('platform', { settings: ['PARTS', 'ROUNDS', 'BEFORE'] });
const product = await startProduct();
try {
  if (parts.includes('bytes')) await compareBytes(product.url, process.env.BEFORE, verdict);
  if (parts.includes('routes')) await compareRoutes(product.url, rounds, verdict);
  if (parts.includes('hints')) await compareHints(product.url, rounds, verdict);
} finally {
  await product.stop();
}
verdict.end();
process.exit();
