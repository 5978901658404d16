import * as v from 'valibot';
import { ClientConfig } from '../contract/config.ts';

const ADDRESS = '/config.json';

/**
 * Where the product is deployed: from the page itself (`#config`) where the server put it there, else from `/config.json`,
 * which the worker keeps for the day without signal. Rejects when there is neither.
 */
export async function loadConfig(inPage: string | null): Promise<ClientConfig> {
  if (inPage !== null) {
    const parsed = v.safeParse(ClientConfig, parse(inPage));
    if (parsed.success) return parsed.output;
  }
  const response = await fetch(ADDRESS, { redirect: 'error' });
  return v.parse(ClientConfig, await response.json());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
