import { expect, test } from 'vitest';
import { DROPPED_FILES_MAX } from '../../contract/limits.ts';
import { photoProblems } from '../../messages/jaPost.ts';
import { filesOfDrop } from './droppedFiles.ts';
import { noticeGroups } from './noticeText.ts';

type Tree = { readonly [name: string]: Tree | 'lost' | 'file' };

/** As a browser tells it: a hundred at most in one part. */
const folder = (name: string, tree: Tree): FileSystemEntry => {
  const children = Object.entries(tree).map(([child, inside]) =>
    typeof inside === 'object' ? folder(child, inside) : file(child, inside),
  );
  const createReader = () => {
    let told = 0;
    return {
      readEntries: (done: (part: FileSystemEntry[]) => void) => {
        done(children.slice(told, told + 100));
        told += 100;
      },
    };
  };
  return Object.assign({} as FileSystemEntry, { name, isDirectory: true, createReader });
};
const file = (name: string, state: 'lost' | 'file'): FileSystemEntry =>
  Object.assign({} as FileSystemEntry, {
    name,
    isDirectory: false,
    file: (done: (file: File) => void, fail: (cause: Error) => void) =>
      state === 'lost' ? fail(new Error('gone')) : done(new File(['x'], name)),
  });

async function drop(...entries: FileSystemEntry[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const dropped = { items, files: [new File(['x'], 'plain.jpg')] };
  const { files, told } = await filesOfDrop(dropped as unknown as Pick<DataTransfer, 'items' | 'files'>);
  return { names: files.map(({ name }) => name), told };
}

test('PST-06d the files of folders come in the order of their names, without what the system put there', async () => {
  const inside = {
    '2.jpg': 'file',
    '10.jpg': 'file',
    '.DS_Store': 'file',
    'Thumbs.db': 'file',
    late: { 'b.jpg': 'file' },
  };
  const { names, told } = await drop(file('single.jpg', 'file'), folder('match', inside as Tree));
  expect(names).toEqual(['single.jpg', '2.jpg', '10.jpg', 'b.jpg']);
  expect(told).toEqual([]);
});

test('PST-06d files alone are taken as they are, also where a browser knows no entries', async () => {
  expect(await drop(file('single.jpg', 'file'))).toEqual({ names: ['plain.jpg'], told: [] });
  expect(await drop()).toEqual({ names: ['plain.jpg'], told: [] });
});

test('PST-06f a drop without files, as of an address or a text, says so', async () => {
  const { files, told } = await filesOfDrop({ items: [], files: [] } as unknown as Pick<
    DataTransfer,
    'items' | 'files'
  >);
  expect([files, told]).toEqual([[], [{ kind: 'noFile' }]]);
  expect(noticeGroups(told, 5)).toEqual([{ text: photoProblems.noFile, fileNames: [], tone: 'error' }]);
});

test('PST-06d a folder of any size ends at the limit and says so; an empty one and lost files are told', async () => {
  const many = Object.fromEntries(
    Array.from({ length: DROPPED_FILES_MAX + 50 }, (_, at) => [`${at}.jpg`, 'file'] as const),
  );
  const cut = await drop(folder('disk', many));
  expect([cut.names.length, cut.told]).toEqual([DROPPED_FILES_MAX, [{ kind: 'folderCut' }]]);
  const hollow = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`${at}`, { a: {}, b: {}, c: {} }] as const),
  );
  expect((await drop(folder('hollow', hollow))).told).toEqual([{ kind: 'folderCut' }]);
  expect((await drop(folder('empty', {}))).told).toEqual([{ kind: 'folderEmpty' }]);
  const lost = await drop(folder('card', { 'a.jpg': 'lost', 'b.jpg': 'file' }));
  expect(lost).toEqual({ names: ['b.jpg'], told: [{ kind: 'unusable', fileName: 'a.jpg', error: 'BYTES_LOST' }] });
});
