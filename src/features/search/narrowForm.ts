import type { PageName } from '../../contract/pages.ts';
import { PageParams } from '../../navigation/pageParams.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import type { PhotoListFilter } from '../photo/queries.ts';
import { personsOf } from './conditionParts.ts';
import { type ConditionName, conditionsOf, filterOf, isCondition } from './conditions.ts';

/** What the narrowing panel offers on a page (SRC-03). */
export interface NarrowContext {
  readonly hasSeason: boolean;
  readonly hasPhotographer: boolean;
  /** The page is one event's: another can be chosen, 'all' cannot. */
  readonly needsEvent: boolean;
  /** The page is about this person, who is no condition of it. */
  readonly ownPerson: string | null;
  /** Options without photos can be chosen, too. */
  readonly allowsEmpty: boolean;
}

export function narrowContext(page: PageName | null, params: PageParams): NarrowContext {
  return {
    hasSeason: page !== 'event-detail' && page !== 'mediasite',
    hasPhotographer: page !== 'my-photo' && page !== 'mediasite',
    needsEvent: page === 'event-detail' || page === 'download',
    ownPerson: params.get('p'),
    allowsEmpty: page === 'download',
  };
}

/** State of the panel's fields; empty: all. */
export interface NarrowForm {
  readonly team: string;
  readonly season: string;
  readonly event: string;
  readonly location: string;
  readonly photographer: string;
  readonly persons: readonly string[];
}

/** The form as the address says it. */
export function narrowFormOf(params: PageParams): NarrowForm {
  const { team = '', s = '', e = '', pl = '', photographer = '', cp } = conditionsOf(params);
  const own = params.get('p');
  return { team, season: s, event: e, location: pl, photographer, persons: personsOf(cp).filter((one) => one !== own) };
}

/** Another season: event and location start anew, and persons come from it (SRC-03). */
export const withSeason = (form: NarrowForm, season: string): NarrowForm => ({
  ...form,
  season,
  event: '',
  location: '',
  persons: [],
});

/** Another event: its own locations and persons. */
export const withEvent = (form: NarrowForm, event: string): NarrowForm => ({
  ...form,
  event,
  location: '',
  persons: [],
});

/** Another team: only its persons stay chosen. */
export const withTeam = (form: NarrowForm, team: string, isOfTeam: (person: string) => boolean): NarrowForm => ({
  ...form,
  team,
  persons: team === '' ? form.persons : form.persons.filter(isOfTeam),
});

export const withPerson = (form: NarrowForm, person: string): NarrowForm => ({
  ...form,
  persons: form.persons.includes(person) ? form.persons.filter((one) => one !== person) : [...form.persons, person],
});

export const EMPTY_FORM: NarrowForm = { team: '', season: '', event: '', location: '', photographer: '', persons: [] };

/** The address's parameter of each field. */
const PARAM_OF = {
  team: 'team',
  season: 's',
  event: 'e',
  location: 'pl',
  photographer: 'photographer',
  persons: 'cp',
} as const satisfies Readonly<Record<keyof NarrowForm, ConditionName>>;
const FIELDS = Object.keys(PARAM_OF) as (keyof NarrowForm)[];

/** Writes the form into the address's parameters; what is no field of it stays, but for an open photo. */
export function writeForm(params: PageParams, form: NarrowForm): PageParams {
  const next = new PageParams([...params]);
  next.delete('q');
  for (const field of FIELDS) {
    const value = [form[field]].flat().join(',');
    if (value === '') next.delete(PARAM_OF[field]);
    else next.set(PARAM_OF[field], value);
  }
  return next;
}

/** The list of photos the page would show with these parameters; null: none, or one that is not counted. `userId`: who is signed in. */
export function countedList(page: PageName | null, params: PageParams, userId: string | null): PhotoListFilter | null {
  const filter = filterOf(conditionsOf(params));
  switch (page) {
    case 'my-photo': {
      const mode = params.get('mode');
      const u = params.get('u') || userId;
      return u === null || (mode !== null && mode !== 'my-photo') ? null : { ...filter, u };
    }
    case 'player-detail':
      return { ...filter, cp: personsWith(params.get('p') ?? '', filter.cp).join(',') };
    default:
      return filter;
  }
}

/** The parameters without what narrows the page's list. `own`: conditions that are the page's own. */
export function withOwn(params: PageParams, own: readonly ConditionName[]): PageParams {
  const isKept = (name: string) => !isCondition(name) || own.some((one) => one === name);
  return new PageParams([...params].filter(([name]) => isKept(name)));
}

/** The person a page is about, and those that narrow it. */
export const personsWith = (name: string, cp: string | undefined): string[] => [
  name,
  ...personsOf(cp).filter((one) => !isSameName(one, name)),
];
