/** Sample hashtags of the post form, which the desk chooses (STF-20c). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleTags } from '../../server/http/sampleTags.ts';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO } from '../../src/contract/limits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { type StaffWorld, startStaffWorld } from './staffSetup.ts';

let world: StaffWorld;
beforeAll(async () => {
  world = await startStaffWorld();
});
afterAll(() => world.close());

const editor = `editor-${CLUB}`;
const stored = (tenant = CLUB) => world.staff.ok('getStaffSampleTags', { as: `editor-${tenant}`, tenant });
const put = (tags: string[] | null, revision: number) =>
  world.staff.call('putStaffSampleTags', { as: editor, body: { tags, revision } });
/** What the address of the file answers; null: the file is served. */
async function served(tenant = CLUB): Promise<string | null> {
  const response = await world.send('GET', `/${tenant}/tag.txt`, {});
  return response.status === 404 ? null : response.text();
}

test('STF-20c an editor chooses the sample hashtags of one tenant, and takes the file again', async () => {
  expect([await stored(), await served()]).toEqual([{ tags: null, revision: 0 }, null]);
  expect(await put(['#青空', '#ホーム'], 0)).toMatchObject({ answer: { result: 'ok' } });
  expect([await stored(), await served()]).toEqual([{ tags: ['#青空', '#ホーム'], revision: 1 }, '#青空\n#ホーム\n']);
  expect([await stored(LEAGUE), await served(LEAGUE)]).toEqual([{ tags: null, revision: 0 }, null]);
  // Another editor began from the file; the same once more is no error.
  expect(await put(['#夜'], 0)).toMatchObject({ answer: { result: 'changed' } });
  expect(await put(['#青空', '#ホーム'], 0)).toMatchObject({ answer: { result: 'ok' } });
  expect(await put(null, 1)).toMatchObject({ answer: { result: 'ok' } });
  expect([await stored(), await served()]).toEqual([{ tags: null, revision: 2 }, null]);
  const { list } = await world.staff.ok('getStaffLog', { as: `owner-${CLUB}`, query: {} });
  expect(list.filter(({ act }) => act === 'words samples')).toMatchObject([
    { staff_id: editor, before: '{"tags":["#青空","#ホーム"]}', after: '{"tags":null}' },
    { staff_id: editor, before: '{"tags":null}', after: '{"tags":["#青空","#ホーム"]}' },
  ]);
});

test('STF-20c what is no hashtag of a post is refused, and there is a bound', async () => {
  const { revision } = await stored();
  const many = (count: number) => Array.from({ length: count }, (_, i) => `#例${i}`);
  const refused = [
    ['青空'],
    ['#'],
    ['#青 空'],
    ['#青空', '＃青空'],
    ['#Sky', '#ｓｋｙ'],
    [`#${'あ'.repeat(HASHTAG_MAX + 1)}`],
    [],
    many(HASHTAGS_PER_PHOTO + 1),
  ];
  for (const tags of refused)
    expect([tags, await put(tags, revision)]).toMatchObject([tags, { code: 'INVALID_REQUEST' }]);
  expect(refused).toHaveLength(8);
  expect(await put(many(HASHTAGS_PER_PHOTO), revision)).toMatchObject({ answer: { result: 'ok' } });
});

test('STF-20c while the database cannot be read the file is served', async () => {
  const errors: unknown[] = [];
  const broken = Object.create(world.db, {
    selectFrom: {
      value: () => {
        throw new Error('down');
      },
    },
  }) as typeof world.db;
  const app = createSampleTags({
    ...({} as Parameters<typeof createSampleTags>[0]),
    db: broken,
    isTenant: () => true,
    onError: (error) => errors.push(error),
  });
  expect((await app.fetch(new Request(`http://localhost/${CLUB}/tag.txt`))).status).toBe(404);
  expect(errors).toHaveLength(1);
});
