/** What mutation testing changes, by area: its files, the tests that ought to notice, and how many of a hundred changes they must. */
import { matchesGlob } from 'node:path';

export interface MutantArea {
  readonly name: string;
  /** A pattern of what is changed, and with `!` what of it is not; tests never are. */
  readonly files: readonly string[];
  /** Patterns of the tests that are run: those that are about the area, and quick. */
  readonly tests: readonly string[];
  /** Its tests ask a server on an embedded database. */
  readonly isApi?: true;
  /** Its tests import files of the server, and start none. */
  readonly readsServer?: true;
  /** Of the changes that were made, in percent. */
  readonly leastNoticed: number;
  /** Every change nobody notices stands in `survivors.ts`, with the reason. */
  readonly hasList: boolean;
  /** So many files are tried together, and what they gave is kept before the next ones: a run of hours that is ended goes on there. */
  readonly filesAtATime?: number;
}

export const mutantAreas: readonly MutantArea[] = [
  {
    name: 'rules',
    files: ['src/rules/**/*.ts'],
    tests: ['src/rules/**/*.test.ts', 'src/platform/images/jpegHeader.test.ts', 'src/messages/jaAge.test.ts'],
    leastNoticed: 92,
    hasList: true,
  },
  {
    name: 'outbox',
    files: ['src/outbox/**/*.ts'],
    // Without the thousand days of outbox.test.ts and the walks of the model: each would be lived again for each change.
    tests: [
      'src/outbox/**/*.test.ts',
      'tests/chaos/{answers,badDays,bytes,fansWill,fansWillOriginals,fewDays,lease,passes,quiet,sending,twoStages}.test.ts',
      'src/platform/upload/pageOutbox.test.ts',
    ],
    leastNoticed: 92,
    hasList: true,
  },
  {
    name: 'sw',
    files: ['sw/**/*.ts'],
    tests: ['sw/**/*.test.ts'],
    readsServer: true,
    leastNoticed: 92,
    hasList: true,
  },
  {
    name: 'identity',
    files: ['server/identity/**/*.ts'],
    // Without cryptography.test.ts: it reads the sources, which are not themselves here.
    tests: ['server/identity/!(cryptography).test.ts', 'tests/api/{identity*,cleanupJobs}.test.ts'],
    isApi: true,
    leastNoticed: 80,
    hasList: true,
    filesAtATime: 5,
  },
  {
    name: 'access',
    files: ['server/api/access/*.ts'],
    tests: [
      'tests/api/{contract,fanBounds,leftRows,roles}.test.ts',
      'tests/api/routes{Access,Contact,EventBounds,Fans,Post,Social}.test.ts',
      'tests/api/admin{HiddenPictures,Limited,Moderation,Suspension,TakeDown}.test.ts',
    ],
    isApi: true,
    leastNoticed: 92,
    hasList: true,
  },
  {
    name: 'repositories',
    files: ['server/api/*/*{R,r}epository.ts', '!server/api/access/**'],
    tests: [
      'tests/api/{contract,counts,countsEvents,deleteAccount,fanBounds,leftRows,ownChoices,postNotices,search}.test.ts',
      'tests/api/admin{HiddenPictures,Limited,Suspension}.test.ts',
      'tests/api/routes{Access,Calls,Contact,Cursors,EventBounds,Fans,Http,Lists}.test.ts',
      'tests/api/routes{PersonLists,Post,PushPlayers,Social,Texts}.test.ts',
    ],
    isApi: true,
    leastNoticed: 80,
    hasList: true,
    filesAtATime: 2,
  },
];

/** The area's files, in parts that are tried one after the other. `all`: every file of the project, relative to its root. */
export function partsOf(area: MutantArea, all: readonly string[]): readonly (readonly string[])[] {
  const own = all.filter((file) => areaOfFile(file) === area).toSorted();
  const size = area.filesAtATime ?? own.length;
  return Array.from({ length: Math.ceil(own.length / size) }, (_, part) => own.slice(part * size, (part + 1) * size));
}

/** Taken when no area is named: minutes. The others start servers, and take an hour and more. */
export const QUICK_AREAS = ['rules', 'outbox'];

/** The area that changes this file, if any. */
export const areaOfFile = (file: string): MutantArea | undefined =>
  file.endsWith('.test.ts')
    ? undefined
    : mutantAreas.find(({ files }) =>
        files.every((pattern) =>
          pattern.startsWith('!') ? !matchesGlob(file, pattern.slice(1)) : matchesGlob(file, pattern),
        ),
      );

export function areaNamed(name: string): MutantArea {
  const found = mutantAreas.find((area) => area.name === name);
  if (found === undefined)
    throw new Error(`No area is called ${name}: ${mutantAreas.map((area) => area.name).join(', ')}.`);
  return found;
}
