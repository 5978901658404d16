/**
 * What the platform offers and we have not taken, or have: is it worth it? (KEP-05, ADR 31.) It judges nothing; the ADR does, by these
 * figures.
 *
 *   npm run bench:platform           (PARTS=bytes,routes,hints, ROUNDS=7, BEFORE=folder of an earlier build)
 */
import { startProduct } from '../journeys/support/product.ts';
import { compareBytes } from './platform/bytes.ts';
import { compareHints } from './platform/hints.ts';
import { compareRoutes } from './platform/routes.ts';

const rounds = Number(process.env.ROUNDS ?? 7);
const parts = process.env.PARTS?.split(',') ?? ['bytes', 'routes', 'hints'];
const product = await startProduct();
try {
  if (parts.includes('bytes')) await compareBytes(product.url, process.env.BEFORE);
  if (parts.includes('routes')) await compareRoutes(product.url, rounds);
  if (parts.includes('hints')) await compareHints(product.url, rounds);
} finally {
  await product.stop();
}
process.exit();
