/** The CloudFormation template: its syntax, that all it refers to is there, and that it says what the product needs. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type CollectionTag, isMap, parseDocument, type ScalarTag } from 'yaml';
import { readSettings } from '../../server/config/settings.ts';
import { TENANTS_ATTRIBUTE } from '../../server/identity/cognito.ts';
import { USER_ID_ATTRIBUTE } from '../../server/identity/movedAccounts.ts';
import { nameLook } from '../../src/rules/visibleText.ts';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE, PUBLISHER } from '../support/tenants.ts';

type Node = Record<string, unknown>;
const FUNCTIONS = ['Ref', 'Sub', 'GetAtt', 'Join', 'If', 'Equals', 'Not'];
const longName = (name: string) => (name === 'Ref' ? 'Ref' : `Fn::${name}`);

/** `!Name` as the long form of CloudFormation: {'Fn::Name': …}. */
const tags = FUNCTIONS.flatMap((name): (ScalarTag | CollectionTag)[] => [
  { tag: `!${name}`, resolve: (text: string) => call(name, text) } as unknown as ScalarTag,
  {
    tag: `!${name}`,
    collection: 'seq' as const,
    resolve: (seq: { toJSON(): unknown }) => call(name, seq.toJSON()),
  } as unknown as CollectionTag,
]);
const call = (name: string, given: unknown): Node => ({
  [longName(name)]: name === 'GetAtt' && typeof given === 'string' ? given.split('.') : given,
});

const file = resolve(import.meta.dirname, '../../server/deploy/aws.yaml');
const source = readFileSync(file, 'utf8');
const parsed = parseDocument(source, { customTags: tags, uniqueKeys: true });
/** As JSON, with what the tags became in place of their nodes. */
const template = JSON.parse(JSON.stringify(parsed.toJS())) as {
  readonly Parameters: Record<string, Node>;
  readonly Conditions: Record<string, Node>;
  readonly Resources: Record<string, Node>;
  readonly Outputs: Record<string, { readonly Description: string; readonly Value: unknown }>;
};
const resources = template.Resources;
const propertiesOf = (name: string) => resources[name]?.Properties as Node;

/** Names of all that a part of the template refers to. */
function references(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(references);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, given]) => {
    if (name === 'Ref') return [String(given)];
    if (name === 'Fn::GetAtt') return [String((given as string[])[0])];
    if (name === 'Fn::If') return [String((given as unknown[])[0]), ...references(given)];
    if (name !== 'Fn::Sub') return references(given);
    return [...String(given).matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, inner = '']) => inner.replace(/\.\w+$/, ''));
  });
}

test('the template is YAML with CloudFormation’s own tags, and nothing in it is written twice', () => {
  expect(parsed.errors).toEqual([]);
  expect(parsed.warnings).toEqual([]);
  expect(isMap(parsed.contents)).toBe(true);
});

test('all that is referred to is there, all parameters are used, and nothing waits for itself', () => {
  const known = new Set([
    ...Object.keys(template.Parameters),
    ...Object.keys(template.Conditions),
    ...Object.keys(resources),
    ...['AWS::Region', 'AWS::AccountId', 'AWS::Partition', 'AWS::StackName'],
  ]);
  const used = references([template.Resources, template.Outputs, template.Conditions]);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  for (const name of nonEmpty(Object.keys(template.Parameters))) expect(used).toContain(name);
  const visit = (name: string, path: readonly string[]): void => {
    expect(path, `${name} waits for itself`).not.toContain(name);
    for (const next of references(resources[name])) if (next in resources) visit(next, [...path, name]);
  };
  for (const name of Object.keys(resources)) visit(name, []);
});

test('every resource has a type of Amazon’s and a name CloudFormation takes', () => {
  for (const [name, { Type, Properties }] of nonEmpty(Object.entries(resources))) {
    expect(name).toMatch(/^[A-Za-z0-9]+$/);
    expect(Type).toMatch(/^AWS::[A-Za-z0-9]+::[A-Za-z0-9]+$/);
    expect(Properties).toBeTypeOf('object');
  }
});

const statementsOf = (document: unknown) => (document as { Statement: Node[] }).Statement;

interface TokenEvent {
  readonly triggerSource: string;
  readonly request: { readonly userAttributes: Record<string, string> };
  response?: { claimsOverrideDetails: { claimsToAddOrOverride: Record<string, string> } };
}
/** The claims a token gets by the trigger, in a pool with these tenants. */
async function claimsOf(
  joined: readonly string[],
  known: readonly string[],
  more = {},
): Promise<Record<string, string>> {
  const { ZipFile } = propertiesOf('TenantCheck').Code as { ZipFile: string };
  const load = new Function('exports', 'process', ZipFile) as (exports: object, process: object) => void;
  const made = {} as { handler(event: TokenEvent): Promise<TokenEvent> };
  load(made, { env: { TENANTS: known.join(',') } });
  const userAttributes = {
    sub: 'sub-1',
    [TENANTS_ATTRIBUTE]: joined.length === 0 ? '' : `/${joined.join('/')}/`,
    ...more,
  };
  const event = await made.handler({ triggerSource: 'TokenGeneration_RefreshTokens', request: { userAttributes } });
  return { sub: 'sub-1', ...event.response?.claimsOverrideDetails.claimsToAddOrOverride };
}

const ARN = 'arn:aws:s3:::fan-photos-photos-1a2b3c4d5e6f7';
/** The fan's policy as CloudFormation writes it. */
const fanPolicy = () =>
  JSON.parse(
    JSON.stringify(propertiesOf('FanPolicy').PolicyDocument, (_, part: unknown) => {
      const text = (part as Node | null)?.['Fn::Sub'];
      return typeof text === 'string' ? text.replace(/\$\{Photos\.Arn\}/g, ARN).replace(/\$\{!/g, '${') : part;
    }),
  ) as { readonly Statement: readonly { Effect: string; Action: string | string[]; Resource: string | string[] }[] };

/** Keys as the policy's own patterns mean them: a star is anything. */
const fits = (pattern: string, key: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  ).test(`${ARN}/${key}`);

/** Whether a fan with these claims may do it to the object, by tags, resources and actions of the policy. */
function mayDo(claims: Record<string, string>, action: string, key: string): boolean {
  const tags = Object.entries(propertiesOf('IdentityTags').PrincipalTags as Record<string, string>);
  const values = new Map(tags.map(([tag, claim]) => [tag, claims[claim]]));
  return fanPolicy().Statement.some(({ Effect, Action, Resource }) => {
    if (Effect !== 'Allow' || ![Action].flat().includes(action)) return false;
    return [Resource].flat().some((resource) => {
      const named = resource.replace(/\$\{aws:PrincipalTag\/(\w+)\}/g, (_, tag: string) => {
        const value = values.get(tag);
        if (!value) throw new Error(`The variable ${tag} has no value.`);
        return value;
      });
      return named.endsWith('/*') && `${ARN}/${key}`.startsWith(named.slice(0, -1));
    });
  });
}

test('PST-11a TEN-10c a fan stores below the own tenants, once a key, and neither deletes nor lists', async () => {
  const known = tenants.map(({ id }) => id);
  const [mine = '', other = ''] = known;
  const claims = await claimsOf([mine, 'unknown', '*'], known);
  for (const action of ['s3:PutObject', 's3:GetObject']) {
    for (const [key, isOwn] of [
      [`ugc/${mine}/e/original/A.jpg`, true],
      [`avatar/${mine}/sub-1/original/A.jpg`, true],
      [`avatar/${mine}/sub-2/original/A.jpg`, false],
      [`ugc/${other}/e/original/A.jpg`, false],
      [`ugc/unknown/e/original/A.jpg`, false],
      [`avatar/${other}/sub-1/original/A.jpg`, false],
      [`other/${mine}/A.jpg`, false],
    ] as const) {
      expect([key, mayDo(claims, action, key)]).toEqual([key, isOwn]);
    }
  }
  const none = await claimsOf([], known);
  expect(known.some((id) => mayDo(none, 's3:PutObject', `ugc/${id}/e/original/A.jpg`))).toBe(false);
  const { Statement } = fanPolicy();
  expect(Statement.flatMap(({ Effect, Action }) => (Effect === 'Allow' ? Action : []))).toEqual([
    's3:PutObject',
    's3:GetObject',
  ]);
  expect(Statement).toContainEqual(
    expect.objectContaining({
      Effect: 'Deny',
      Action: 's3:PutObject',
      Resource: `${ARN}/*`,
      Condition: { Null: { 's3:if-none-match': 'true' } },
    }),
  );
  const trust = statementsOf(propertiesOf('FanRole').AssumeRolePolicyDocument);
  expect(trust[0]?.Action).toEqual(['sts:AssumeRoleWithWebIdentity', 'sts:TagSession']);
  expect(propertiesOf('Accounts').LambdaConfig).toHaveProperty('PreTokenGeneration');
});

test('PUB-01a IMG-01 a fan stores original, preview and thumbnail; smaller pictures the server alone', () => {
  const denied = fanPolicy().Statement.filter(({ Effect, Resource }) => Effect === 'Deny' && Resource !== `${ARN}/*`);
  const isDenied = (part: string) =>
    denied.some(({ Resource }) => [Resource].flat().some((one) => fits(one, `ugc/${CLUB}/e/${part}/A.jpg`)));
  expect(['original', 'preview', 'thumbnail', 'variant/240', 'variant/1600'].map(isDenied)).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
  const derived = statementsOf(propertiesOf('ServerPolicy').PolicyDocument).find(
    ({ Action }) => Action === 's3:PutObject',
  );
  // Photos of older clients have no preview: the server makes it.
  expect(JSON.stringify(derived?.Resource)).toMatch(/variant.*preview/);
});

test('OPS-01d a restore may store all that a backup holds, by a policy the server does not have', () => {
  const keys = ['ugc/t/e/original/A', 'ugc/t/e/thumbnail/A', 'avatar/t/s/original/A', 'ugc/t/e/variant/240/A', 'x/A'];
  const stored = (policy: string) => {
    const puts = statementsOf(propertiesOf(policy).PolicyDocument).filter(({ Action }) => Action === 's3:PutObject');
    const given = puts.flatMap(({ Resource }) => Resource as Node[]);
    const patterns = given.map((one) => String(one['Fn::Sub']).replace(/^\$\{.*?\}/, ARN));
    return keys.filter((key) => patterns.some((pattern) => fits(pattern, key)));
  };
  expect([stored('ServerPolicy'), stored('RestorePolicy')]).toEqual([keys.slice(2, 4), keys.slice(0, 4)]);
  expect(Object.keys(propertiesOf('RestorePolicy'))).toEqual(['Description', 'PolicyDocument']);
});

test('TEN-10c a hundred tenants fit: the policy of fans does not grow with them, nor do parameters burst', async () => {
  const hundred = Array.from({ length: 100 }, (_, n) => `tenant-number-${n}`);
  // All that a fan can be in: the attribute has room for 256 characters.
  const joined = hundred.slice(-15);
  expect(`/${joined.join('/')}/`.length).toBeLessThanOrEqual(256);
  const claims = await claimsOf(joined, hundred);
  for (const id of nonEmpty(hundred)) {
    expect([id, mayDo(claims, 's3:PutObject', `ugc/${id}/e/original/A.jpg`)]).toEqual([id, joined.includes(id)]);
  }
  // Amazon's bounds: characters of the inline policies of a role, tags of a session, a parameter, a function's environment.
  expect(JSON.stringify(fanPolicy()).length).toBeLessThan(10_240);
  expect(Object.keys(propertiesOf('IdentityTags').PrincipalTags as Node).length).toBeLessThanOrEqual(50);
  expect(hundred.join(',').length).toBeLessThan(4_000);
  const inline = Object.values(resources).filter(({ Type }) => Type === 'AWS::IAM::RolePolicy');
  expect(inline).toHaveLength(1);
  expect(JSON.stringify(template)).not.toContain('Fn::ForEach');
});

test('PST-11a the bucket is closed to the public, replaces nothing, and shows what the client compares', () => {
  expect(Object.values(propertiesOf('Photos').PublicAccessBlockConfiguration as Node)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const denied = statementsOf(propertiesOf('PhotosPolicy').PolicyDocument).filter(({ Effect }) => Effect === 'Deny');
  expect(denied.map(({ Action }) => Action)).toEqual(['s3:PutObject', 's3:*']);
  expect(denied[0]?.Condition).toMatchObject({ Null: { 's3:if-none-match': 'true' } });
  const [rule] = (propertiesOf('Photos').CorsConfiguration as { CorsRules: [Node] }).CorsRules;
  expect(rule.AllowedMethods).toEqual(['GET', 'HEAD', 'PUT']);
  expect(rule.ExposedHeaders).toEqual(expect.arrayContaining(['ETag', 'Date', 'x-amz-checksum-crc32']));
});

test('HLF-08d the pool keeps the id of who moved: fans read it, cannot write it, store avatars under it', async () => {
  const client = propertiesOf('Client');
  expect([client.ReadAttributes, client.WriteAttributes]).toEqual([
    expect.arrayContaining([USER_ID_ATTRIBUTE]),
    expect.not.arrayContaining([USER_ID_ATTRIBUTE]),
  ]);
  const schema = propertiesOf('Accounts').Schema as { Name: string }[];
  expect(schema.find(({ Name }) => Name === 'user_id')).toMatchObject({ Mutable: false });
  const known = tenants.map(({ id }) => id);
  const [mine = ''] = known;
  const claims = await claimsOf([mine], known, { [USER_ID_ATTRIBUTE]: 'old-1' });
  for (const [fan, isOwn] of [
    ['old-1', true],
    ['sub-1', false],
  ] as const)
    expect(mayDo(claims, 's3:PutObject', `avatar/${mine}/${fan}/original/A.jpg`)).toBe(isOwn);
});

test('ACC-04a the user pool has the attributes the product uses; fans cannot write their tenants', () => {
  const names = (propertiesOf('Accounts').Schema as { Name: string }[]).map(({ Name }) => Name);
  expect(names).toEqual(['email', 'name', 'nickname', 'extended1', 'extended2', 'extended4', 'tenants', 'user_id']);
  const client = propertiesOf('Client');
  expect(client.ReadAttributes).toContain(TENANTS_ATTRIBUTE);
  expect(client.WriteAttributes).not.toContain(TENANTS_ATTRIBUTE);
  expect(client.WriteAttributes).toContain('custom:extended4');
  expect(client).toMatchObject({
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  });
  const longest = `/${tenants.map(({ id }) => id).join('/')}/`;
  expect(longest.length).toBeLessThan(256);
});

test('TEN-01b the trigger refuses a tenant it does not know, and lets the others in', async () => {
  const { ZipFile } = propertiesOf('TenantCheck').Code as { ZipFile: string };
  const load = new Function('exports', 'process', ZipFile) as (exports: object, process: object) => void;
  const made = {} as { handler(event: object): Promise<object> };
  load(made, { env: { TENANTS: tenants.map(({ id }) => id).join(',') } });
  const triggerSource = 'PostAuthentication_Authentication';
  const signUp = { triggerSource, request: { validationData: { tenant_id: PUBLISHER } } };
  const signIn = { triggerSource, request: { clientMetadata: { tenant_id: CLUB } } };
  expect(await made.handler(signUp)).toBe(signUp);
  expect(await made.handler(signIn)).toBe(signIn);
  expect(await made.handler({ triggerSource, request: {} })).toEqual({ triggerSource, request: {} });
  await expect(made.handler({ triggerSource, request: { clientMetadata: { tenant_id: 'nobody' } } })).rejects.toThrow(
    'Forbidden / invalid request params',
  );
});

test('ROL-04a SAF-14c the trigger refuses a reserved name, however written; a silent site keeps nobody out', async () => {
  const { ZipFile } = propertiesOf('TenantCheck').Code as { ZipFile: string };
  const load = new Function('exports', 'process', 'fetch', ZipFile) as (...given: object[]) => void;
  const asked: string[] = [];
  let isSilent = false;
  const fetch = async (address: string, { headers }: { headers: Record<string, string> }) => {
    if (isSilent) throw new TypeError('no answer');
    asked.push(`${address} ${headers['x-api-tenant']}`);
    return Response.json({ list: headers['x-api-tenant'] === LEAGUE ? ['公式 Staff'] : [] });
  };
  const made = {} as { handler(event: object): Promise<object> };
  load(made, { env: { TENANTS: `${CLUB},${LEAGUE}`, SITE: 'https://photos.example.jp' } }, fetch);
  const signUp = (nickname: string) => ({
    triggerSource: 'PreSignUp_SignUp',
    request: { userAttributes: { name: '山田', nickname } },
  });
  for (const name of ['公式 Staff', '公式ｓｔａｆｆ', ' 公式\u200bSTAFF ', '公\u034f式staff']) {
    await expect(made.handler(signUp(name))).rejects.toThrow('Forbidden / invalid request params');
    expect(nameLook(name)).toBe(nameLook('公式 Staff'));
  }
  expect(asked).toContain(`https://photos.example.jp/f/user/reserve/name ${LEAGUE}`);
  const free = signUp('公式のファン');
  expect(await made.handler(free)).toBe(free);
  isSilent = true;
  const unknown = signUp('公式 Staff');
  expect(await made.handler(unknown)).toBe(unknown);
});

test('the outputs are the environment the server reads', () => {
  const example: Record<string, string> = {
    ...{ S3_BUCKET: 'stack-photos', S3_REGION: 'ap-northeast-1', S3_PUBLIC_BASE: 'https://d111.cloudfront.net' },
    PICTURE_NETWORK_ID: 'E1A2B3C4D5E6F7',
    COGNITO_USER_POOL_ID: 'ap-northeast-1_Abc123',
    COGNITO_CLIENT_ID: 'client',
    COGNITO_IDENTITY_POOL_ID: 'ap-northeast-1:6f1d2c3b-4a59-4e8d-9c7b-0a1b2c3d4e5f',
  };
  const named = Object.values(template.Outputs).map(({ Description }) => Description);
  expect(named.filter((name) => /^[A-Z0-9_]+$/.test(name)).toSorted()).toEqual(Object.keys(example).toSorted());
  const settings = readSettings(example);
  expect(settings.bucket?.publicBase).toBe('https://d111.cloudfront.net');
  expect(settings.cognito?.clientId).toBe('client');
});

test('the container copies nothing that is not needed and starts the server itself', () => {
  const docker = readFileSync(join(file, '../Dockerfile'), 'utf8');
  expect(docker).toContain('CMD ["node", "server/main.ts"]');
  expect(docker).toMatch(/^USER node$/m);
  const left = readFileSync(join(file, '../Dockerfile.dockerignore'), 'utf8').split('\n');
  expect(left).toEqual(expect.arrayContaining(['.git', '.data', 'node_modules', 'tests']));
  expect(docker).toMatch(/npm prune --omit=dev/);
});

test('KEP-05a the container is built on the image of the release before, where one is named', () => {
  const docker = readFileSync(join(file, '../Dockerfile'), 'utf8');
  expect(docker).toMatch(/^ARG PREVIOUS=node:\S+\nFROM \$\{PREVIOUS\} AS previous$/m);
  const [, folder] = /^COPY --from=build \S+ (\S+) \S+$/m.exec(docker) ?? [];
  expect(docker).toContain('--mount=type=bind,from=previous,target=/previous');
  expect(docker).toContain(`PREVIOUS_BUILD=/previous${folder}/dist npm run build`);
});
