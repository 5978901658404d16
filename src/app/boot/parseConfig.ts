import * as v from 'valibot';
import { ClientConfig } from '../../contract/config.ts';

/** Apart from `loadConfig`: schemas have no place in the first bundle. Throws when it is of another shape (T24). */
export const parseConfig = (answer: unknown): ClientConfig => v.parse(ClientConfig, answer);
