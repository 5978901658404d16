/**
 * What a newcomer edits for a new field of a photo: a seat block of up to 20 characters, typed in the form, shown with the photo, and a
 * facet of lists (`sb`). `npm run test:field` makes these edits in a copy of the tree, and leaves each out once (FLD-01a).
 * CONTRIBUTING.md tells them as a recipe.
 */
export interface FieldEdit {
  /** From the project's root. */
  readonly file: string;
  /** What is changed in it: each `find` stands once. A text alone is a new file. */
  readonly change: string | readonly { readonly find: string; readonly replace: string }[];
  /** What notices that this edit was forgotten: an error of the compiler in that file, or the test of that file and title. */
  readonly noticedBy: { readonly typesOf: string } | { readonly test: readonly [file: string, title: string] };
}

/** Without it nothing else of the field compiles. */
export const ROW: FieldEdit = {
  file: 'src/contract/photoFields.ts',
  change: [
    { find: '  ALT_MAX,\n  HASHTAG_MAX,', replace: '  ALT_MAX,\n  BLOCK_MAX,\n  HASHTAG_MAX,' },
    {
      find: '  team_id: {\n',
      replace: `  /** Seat block. */
  block: {
    type: 'text',
    form: 'block',
    said: 'words',
    sent: 'photo',
    caption: 'block',
    max: BLOCK_MAX,
    accepted: BLOCK_MAX,
    isOptional: true,
    none: '',
    facet: { kind: 'block', param: 'sb', index: 'tag' },
    isExported: true,
  },
  team_id: {
`,
    },
  ],
  noticedBy: { typesOf: 'src/features/post/FieldsEditor.tsx' },
};

const MIGRATIONS = 'server/database/migrations';

export const FIELD_EDITS: readonly FieldEdit[] = [
  ROW,
  {
    file: 'src/contract/limits.ts',
    change: [
      {
        find: 'export const LOCATION_MAX = 60;',
        replace: 'export const LOCATION_MAX = 60;\n/** Characters of a seat block. */\nexport const BLOCK_MAX = 20;',
      },
    ],
    noticedBy: { typesOf: 'src/contract/photoFields.ts' },
  },
  {
    file: `${MIGRATIONS}/seatBlocks.ts`,
    change: `import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const seatBlocks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table photo add column block text not null default ''").execute(db);
  },
};
`,
    noticedBy: { typesOf: `${MIGRATIONS}/index.ts` },
  },
  {
    file: `${MIGRATIONS}/index.ts`,
    change: [
      {
        find: "import { searchFolding } from './searchFolding.ts';",
        replace: "import { searchFolding } from './searchFolding.ts';\nimport { seatBlocks } from './seatBlocks.ts';",
      },
      {
        find: "  '060_hidden_words': hiddenWords,",
        replace: "  '060_hidden_words': hiddenWords,\n  '099_seat_blocks': seatBlocks,",
      },
    ],
    noticedBy: { test: ['tests/api/photoFields.test.ts', 'what a post says of each field stands in its column'] },
  },
  {
    file: 'src/messages/jaPhotoFields.ts',
    change: [{ find: '  photo_location: PSeats,', replace: "  photo_location: PSeats,\n  block: 'ブロック'," }],
    noticedBy: { typesOf: 'src/messages/jaPhotoFields.ts' },
  },
  {
    file: 'src/features/post/FieldsEditor.tsx',
    change: [
      {
        find: '    tags: (\n',
        replace: `    block: (
      <TextArea
        label={labels.block}
        max={maxOf('block', fields.block)}
        rows={1}
        value={fields.block}
        onChange={(text) => dispatch({ type: 'textTyped', photo, field: 'block', text })}
      />
    ),
    tags: (
`,
      },
    ],
    noticedBy: { typesOf: 'src/features/post/FieldsEditor.tsx' },
  },
  {
    file: 'src/features/photo/PhotoFacts.tsx',
    change: [
      {
        find: '    player: persons.map((name) => (\n',
        replace: `    block: photo.block
      ? [
          <Chip
            key="block"
            icon={<MapPin size={16} aria-hidden="true" />}
            kind={fieldLabels(config).block}
            href={paths.search({ sb: photo.block })}
          >
            {photo.block}
          </Chip>,
        ]
      : [],
    player: persons.map((name) => (
`,
      },
      {
        find: "import { photoActions } from '../../messages/jaPhotoViewer.ts';",
        replace:
          "import { fieldLabels } from '../../messages/jaPhotoFields.ts';\nimport { photoActions } from '../../messages/jaPhotoViewer.ts';",
      },
    ],
    noticedBy: { typesOf: 'src/features/photo/PhotoFacts.tsx' },
  },
  {
    file: 'src/features/search/useChips.ts',
    change: [
      {
        find: 'e, pl, photographer, cp } = conditionsOf(params);',
        replace: 'e, pl, sb, photographer, cp } = conditionsOf(params);',
      },
      { find: "    pl: chip('pl', pl),", replace: "    pl: chip('pl', pl),\n    sb: chip('sb', sb)," },
    ],
    noticedBy: { typesOf: 'src/features/search/useChips.ts' },
  },
  {
    file: 'server/deploy/nginx.conf',
    change: [
      {
        find: '  map $args $edge_ht {',
        replace: '  map $args $edge_sb { "~(?:^|&)(sb=[^&]*)" "&$1"; }\n  map $args $edge_ht {',
      },
      { find: '$edge_pl$edge_ht', replace: '$edge_pl$edge_sb$edge_ht' },
    ],
    noticedBy: { test: ['server/ssr/pageParameters.test.ts', 'the edge knows the same parameters'] },
  },
  {
    // The counters, written out once more.
    file: 'tests/api/countsCheck.ts',
    change: [
      {
        find: '  htag: (photo) =>',
        replace: '  block: (photo) => oneOf(photo.block || null).map(keyOf),\n  htag: (photo) =>',
      },
    ],
    noticedBy: { typesOf: 'tests/api/countsCheck.ts' },
  },
];

/** Files of the product such a field may touch. */
export const MOST_FILES = 12;
