import type { ClientConfig } from '../../contract/config.ts';

const ADDRESS = '/config.json';

/**
 * Where the product is deployed: from the page itself (`#config`) where the server put it there, else from `/config.json`,
 * which the worker keeps for the day without signal. Rejects when there is neither.
 */
export async function loadConfig(inPage: string | null): Promise<ClientConfig> {
  if (inPage !== null) return JSON.parse(inPage);
  const response = await fetch(ADDRESS, { redirect: 'error' });
  const { parseConfig } = await import('./parseConfig.ts');
  return parseConfig(await response.json());
}
