import * as v from 'valibot';
import { ClientConfig } from '../src/contract/config.ts';
import { AppError } from '../src/contract/errors.ts';

/** Straight from the network: where there is none, there is nothing to send to. */
export async function fetchConfig(): Promise<ClientConfig> {
  try {
    const answer = await fetch('/config.json', { cache: 'no-store', redirect: 'error' });
    return v.parse(ClientConfig, await answer.json());
  } catch (cause) {
    throw new AppError('NETWORK', 'later', { cause });
  }
}
