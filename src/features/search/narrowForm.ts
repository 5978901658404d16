import type { PageName } from '../../contract/pages.ts';
import { personsOf } from './conditionParts.ts';
import { conditionsOf } from './conditions.ts';

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

export function narrowContext(page: PageName | null, params: URLSearchParams): NarrowContext {
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
export function narrowFormOf(params: URLSearchParams): NarrowForm {
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

/** Writes the form into the address's parameters; what is no field of it stays, but for an open photo. */
export function writeForm(params: URLSearchParams, form: NarrowForm): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('q');
  const values = {
    team: form.team,
    s: form.season,
    e: form.event,
    pl: form.location,
    photographer: form.photographer,
    cp: form.persons.join(','),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
