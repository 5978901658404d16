/**
 * The contract as an OpenAPI 3.1 document: `npm run docs:openapi` writes docs/openapi.json. Shapes are those of `contract/endpoints.ts`
 * and `contract/staffEndpoints.ts`. Rules that JSON Schema cannot say, such as 'a day there is', are left out.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { type Endpoint, endpoints } from '../src/contract/endpoints.ts';
import * as entities from '../src/contract/entities.ts';
import { API_ERRORS, type ApiErrorCode } from '../src/contract/errorCodes.ts';
import type { StaffEndpoint } from '../src/contract/staffCall.ts';
import { staffEndpoints } from '../src/contract/staffEndpoints.ts';
import type { StaffRole } from '../src/contract/staffRoles.ts';

const FILE = resolve(import.meta.dirname, '../docs/openapi.json');

/** What every call may answer besides its own errors; those that read a token more. */
const COMMON = [
  'INVALID_REQUEST',
  'API_KEY_INVALID',
  'UNKNOWN_TENANT',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
] as const;
const WITH_TOKEN = ['UNAUTHENTICATED', 'TOKEN_EXPIRED'] as const;
/** The desk is not there for whoever has not the role. Its calls are never refused for want of room. */
const OF_STAFF = ['NOT_FOUND'] as const;
const OF_FANS = ['OVERLOADED'] as const;
const WHO: Readonly<Record<StaffRole, string>> = {
  owner: 'For owners.',
  editor: 'For owners and editors.',
  moderator: 'For owners and moderators.',
  viewer: 'For everybody on the staff.',
};

type Schema = Readonly<Record<string, unknown>>;
type ObjectSchema = Schema & {
  readonly properties?: Readonly<Record<string, unknown>> | undefined;
  readonly required?: readonly string[] | undefined;
};

/** What stands once, below `components`, and is named elsewhere. */
const definitions: Record<string, v.GenericSchema> = {};
const byName = Object.entries<unknown>(entities).sort(([a], [b]) => (a < b ? -1 : 1));
for (const [name, one] of byName) if (isObjectSchema(one)) definitions[name] = one;

function isObjectSchema(one: unknown): one is v.GenericSchema {
  return typeof one === 'object' && one !== null && 'kind' in one && 'type' in one && one.type === 'object';
}

const CONFIG = {
  definitions,
  errorMode: 'ignore',
  // As it is sent: what a schema makes of it afterwards is the server's business.
  typeMode: 'input',
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

const schemaOf = (schema: v.GenericSchema): ObjectSchema => {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, CONFIG);
  return rest;
};

function parametersOf(schema: v.GenericSchema, where: 'path' | 'query'): Schema[] {
  const { properties = {}, required = [] } = schemaOf(schema);
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** Refusals by status, with their codes. */
function refusalsOf({ auth, errors, role }: Endpoint & Partial<StaffEndpoint>): Schema {
  const own = role === undefined ? OF_FANS : OF_STAFF;
  const codes: readonly ApiErrorCode[] = [...COMMON, ...own, ...(auth === 'anonymous' ? [] : WITH_TOKEN), ...errors];
  const refusal = json({ $ref: '#/components/schemas/Refusal' });
  const byStatus: Record<string, Schema> = {};
  for (const status of new Set(codes.map((code) => API_ERRORS[code]))) {
    const some = new Set(codes.filter((code) => API_ERRORS[code] === status));
    byStatus[status] = { description: [...some].join(', '), ...refusal };
  }
  return byStatus;
}

function operationOf(name: string, call: Endpoint & Partial<StaffEndpoint>): Schema {
  const { auth, role, method } = call;
  const token = auth === 'anonymous' ? [] : [{ apiKey: [], tenant: [], token: [] }];
  const noToken = auth === 'user' ? [] : [{ apiKey: [], tenant: [] }];
  const body = { required: true, ...json(schemaOf(call.body)) };
  return {
    operationId: name,
    tags: [role === undefined ? 'fans' : 'staff'],
    ...(role === undefined ? {} : { description: WHO[role] }),
    security: [...token, ...noToken],
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...(method === 'GET' ? {} : { requestBody: body }),
    responses: {
      '200': { description: 'Done.', ...json(schemaOf(call.answer)) },
      ...refusalsOf(call),
    },
  };
}

/** Every call of fans, visitors and staff. */
export function createOpenApi(): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [name, call] of Object.entries({ ...endpoints, ...staffEndpoints } as Record<string, Endpoint>))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  const header = (name: string) => ({ type: 'apiKey', in: 'header', name });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fan photo community',
      version: '1',
      description: 'Generated from src/contract. A GET may carry `timestamp`, which is ignored.',
    },
    servers: [{ url: '/f' }],
    paths,
    components: {
      schemas: {
        ...toJsonSchemaDefs(definitions, CONFIG),
        Refusal: {
          type: 'object',
          required: ['code'],
          properties: {
            code: { enum: Object.keys(API_ERRORS) },
            at: { type: 'string', description: 'Path of the field in the body that is wrong.' },
          },
        },
      },
      securitySchemes: {
        apiKey: header('x-api-key'),
        tenant: header('x-api-tenant'),
        token: { ...header('x-api-authorization'), description: '`Bearer` and the ID token.' },
      },
    },
  };
}

/** As it stands in docs/openapi.json. */
export const printOpenApi = (): string => `${JSON.stringify(createOpenApi(), null, 1)}\n`;

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, printOpenApi());
