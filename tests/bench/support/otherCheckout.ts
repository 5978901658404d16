/** Another checkout of this project as a bench's other side: is this one slower than it was? */
import { join, resolve } from 'node:path';
import type { Product } from '../../journeys/support/product.ts';
import { type Front, openFront } from './watchPhotos.ts';

/** Ours ÷ the other's, at most: two runs of the same product lie as far apart. */
export const NOT_SLOWER = 1.05;

export interface OtherCheckout {
  readonly product: Product;
  readonly front: Front;
  close(): Promise<void>;
}

/**
 * Starts it by its own code, with its own demo content.
 * @param root where `npm ci` and `npm run build` were run in it; '' or left out: none
 */
export async function startOther(root: string | undefined): Promise<OtherCheckout | null> {
  if (!root) return null;
  const module = (await import(join(resolve(root), 'tests/journeys/support/product.ts'))) as {
    startProduct(): Promise<Product>;
  };
  const product = await module.startProduct();
  const front = await openFront(product.url);
  return {
    product,
    front,
    async close() {
      front.close();
      await product.stop();
    },
  };
}
