import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import type { PageName } from '../../contract/pages.ts';
import { narrow as texts } from '../../messages/jaSearch.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useServices, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useNow } from '../event/useNow.ts';
import styles from './NarrowPanel.module.css';
import {
  EMPTY_FORM,
  type NarrowForm,
  narrowContext,
  narrowFormOf,
  withEvent,
  withPerson,
  withSeason,
  withTeam,
  writeForm,
} from './narrowForm.ts';
import { narrowOptions, type Option, withChosen } from './narrowOptions.ts';
import { seasonsQuery, useAllEvents } from './queries.ts';
import { type ChosenWord, reportWords } from './reportWords.ts';

interface NarrowPanelProps {
  readonly page: PageName | null;
  /** Parameters of the address: the form starts as they say, and is gone with the panel (SRC-04). */
  readonly params: URLSearchParams;
  readonly onApply: (params: URLSearchParams) => void;
}

/** The narrowing panel (SRC-03): what it offers depends on the page and on what is chosen already. */
export function NarrowPanel({ page, params, onApply }: NarrowPanelProps) {
  const services = useServices();
  const tenant = useTenant();
  const now = useNow();
  const context = narrowContext(page, params);
  const { hasSeason, hasPhotographer, needsEvent, ownPerson, allowsEmpty } = context;
  const [form, setForm] = useState(() => narrowFormOf(params));
  const [isDetailed, setDetailed] = useState(
    form.location !== '' || form.photographer !== '' || form.persons.length > 0,
  );
  const formId = useId();
  const teams = useQuery({ ...teamsQuery(services), enabled: tenant.isTeam }).data?.list;
  const seasons = useQuery(seasonsQuery(services)).data?.list;
  const persons = useQuery(personsQuery(services)).data?.list;
  const { events } = useAllEvents();
  const options = useMemo(
    () => narrowOptions({ seasons: seasons ?? [], events, persons: persons ?? [] }, form, { now, ownPerson }),
    [seasons, events, persons, form, now, ownPerson],
  );
  const handleTeam = (team: string) =>
    setForm(withTeam(form, team, (name) => persons?.some((one) => one.name === name && one.team_id === team) ?? true));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    reportWords(services.api, chosenWords(form, narrowFormOf(params), options));
    onApply(writeForm(params, form));
  };
  const handleReset = () => setForm({ ...EMPTY_FORM, event: needsEvent ? form.event : '' });
  const optionsOf = (list: readonly Option[], chosen: string) =>
    withChosen(list, chosen).map(({ value, label, hasPhotos }) => (
      <option key={value} value={value} disabled={!hasPhotos && !allowsEmpty && value !== chosen}>
        {hasPhotos ? label : texts.noPhotos(label)}
      </option>
    ));
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <ReferenceFailures
        of={['getSeasons', 'getEvents', 'getMemorialEvents', 'getPhotocons', 'getPersons', 'getTeams']}
      />
      {tenant.isTeam && (
        <SelectField label={texts.team} value={form.team} onChange={({ target }) => handleTeam(target.value)}>
          <option value="">{texts.allTeams}</option>
          {optionsOf(
            (teams ?? []).map(({ team_id, team_name }) => ({ value: team_id, label: team_name, hasPhotos: true })),
            form.team,
          )}
        </SelectField>
      )}
      {hasSeason && (
        <SelectField
          label={texts.season}
          value={form.season}
          onChange={({ target }) => setForm(withSeason(form, target.value))}
        >
          <option value="">{texts.allSeasons}</option>
          {optionsOf(options.seasons, form.season)}
        </SelectField>
      )}
      <SelectField
        label={texts.event}
        value={form.event}
        onChange={({ target }) => setForm(withEvent(form, target.value))}
      >
        {!needsEvent && <option value="">{texts.allEvents}</option>}
        {optionsOf(options.events, form.event)}
      </SelectField>
      <button
        type="button"
        className={styles.expander}
        aria-expanded={isDetailed}
        aria-controls={`${formId}-detail`}
        onClick={() => setDetailed(!isDetailed)}
      >
        {texts.detail}
        <ChevronDown aria-hidden="true" size={20} />
      </button>
      <div id={`${formId}-detail`} className={styles.detail} hidden={!isDetailed}>
        <SelectField
          label={texts.location}
          value={form.location}
          onChange={({ target }) => setForm({ ...form, location: target.value })}
        >
          <option value="">{texts.all}</option>
          {optionsOf(
            options.locations.map((name) => ({ value: name, label: name, hasPhotos: true })),
            form.location,
          )}
        </SelectField>
        {hasPhotographer && (
          <SelectField
            label={texts.photographer}
            value={form.photographer}
            onChange={({ target }) => setForm({ ...form, photographer: target.value })}
          >
            <option value="">{texts.all}</option>
            <option value="official">{texts.official}</option>
            <option value="staff">{texts.staff}</option>
          </SelectField>
        )}
        <fieldset className={styles.persons}>
          <legend>{tenant.config.playerlabel}</legend>
          {options.persons.length === 0 && <p className={styles.none}>{texts.noPersons(tenant.config.playerlabel)}</p>}
          <div className={styles.boxes}>
            {options.persons.map(({ value, hasPhotos }) => (
              <label key={value} className={styles.box}>
                <input
                  type="checkbox"
                  checked={form.persons.includes(value)}
                  disabled={!hasPhotos && !allowsEmpty && !form.persons.includes(value)}
                  onChange={() => setForm(withPerson(form, value))}
                />
                <span>{value}</span>
              </label>
            ))}
          </div>
        </fieldset>
      </div>
      <div className={styles.actions}>
        <Button onClick={handleReset}>{texts.reset}</Button>
        <Button type="submit" variant="primary" size="l">
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}

/** What was chosen newly, as search words (SRC-06). */
function chosenWords(form: NarrowForm, before: NarrowForm, options: ReturnType<typeof narrowOptions>): ChosenWord[] {
  const labelOf = (list: readonly Option[], value: string) =>
    list.find((option) => option.value === value)?.label ?? '';
  const words: readonly (readonly [isNew: boolean, ChosenWord])[] = [
    [form.season !== before.season, { word: labelOf(options.seasons, form.season), tagtype: 'season' }],
    [form.event !== before.event, { word: labelOf(options.events, form.event), tagtype: 'event' }],
    [form.location !== before.location, { word: form.location, tagtype: 'photolocation' }],
    [true, { word: form.persons.filter((name) => !before.persons.includes(name)).join(','), tagtype: 'person' }],
  ];
  return words.filter(([isNew, { word }]) => isNew && word !== '').map(([, chosen]) => chosen);
}
