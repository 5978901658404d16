import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '../src/contract/endpoints.ts';
import { staffEndpoints } from '../src/contract/staffEndpoints.ts';
import { createOpenApi, printOpenApi } from './openApi.ts';

test('docs/openapi.json is the contract of today; `npm run docs:openapi` writes it', () => {
  expect(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')).toBe(printOpenApi());
});

test('every call is in the document once, with its parameters, its own errors and who may call it', () => {
  const { paths } = createOpenApi() as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const names = Object.values(paths).flatMap((calls) => Object.values(calls).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual([...Object.keys(endpoints), ...Object.keys(staffEndpoints)].sort());
  expect(paths['/media/public/list/items/{publicListId}']?.get).toMatchObject({
    security: [
      { apiKey: [], tenant: [], token: [] },
      { apiKey: [], tenant: [] },
    ],
    parameters: expect.arrayContaining([
      { name: 'publicListId', in: 'path', required: true, schema: expect.objectContaining({ type: 'string' }) },
      { name: 'cursor', in: 'query', required: false, schema: expect.objectContaining({ type: 'string' }) },
    ]),
  });
  const refused = Object.values(paths).find((calls) => calls.delete?.operationId === 'deleteEvent')?.delete
    ?.responses as Record<string, { description: string }>;
  expect(refused['403']?.description).toContain('EVENT_NOT_OWNER');
  expect(paths['/staff/inbox']?.get).toMatchObject({
    tags: ['staff'],
    description: expect.stringContaining('moderator'),
  });
});
