import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const FILE = resolve(import.meta.dirname, '../../docs/openapi.json');

/** `GET /openapi.json`: the contract as an OpenAPI document (`npm run docs:openapi`), on a developer's machine alone. */
export const fetchOpenApi = async (): Promise<Response> =>
  new Response(await readFile(FILE), { headers: { 'content-type': 'application/json' } });
