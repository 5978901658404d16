import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import type { Person, Team } from '../../contract/entities.ts';
import type { PageName } from '../../contract/pages.ts';
import { search, narrow as texts } from '../../messages/jaSearch.ts';
import type { PageParams } from '../../navigation/pageParams.ts';
import { personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { ReferenceFailures } from '../../queries/ReferenceFailures.tsx';
import { useAllEvents } from '../../queries/useAllEvents.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useNow } from '../event/useNow.ts';
import type { PhotoListFilter } from '../photo/queries.ts';
import { SmallFace } from '../players/SmallFace.tsx';
import { useFaces } from '../players/usePlayers.ts';
import styles from './NarrowPanel.module.css';
import {
  countedList,
  EMPTY_FORM,
  type NarrowContext,
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
import { photoCountQuery, seasonsQuery } from './queries.ts';
import { type ChosenWord, reportWords } from './reportWords.ts';

interface NarrowPanelProps {
  readonly page: PageName | null;
  /** Parameters of the address: the form starts as they say, and is gone with the panel (SRC-04). */
  readonly params: PageParams;
  readonly onApply: (params: PageParams) => void;
}

/** The narrowing panel (SRC-03): what it offers depends on the page and on what is chosen already. */
export function NarrowPanel({ page, params, onApply }: NarrowPanelProps) {
  const services = useServices();
  const { isTeam } = useTenant();
  const context = narrowContext(page, params);
  const [form, setForm] = useState(() => narrowFormOf(params));
  const [isDetailed, setDetailed] = useState(
    form.location !== '' || form.photographer !== '' || form.persons.length > 0,
  );
  const formId = useId();
  const { teams, persons, options } = useNarrowOptions(form, context.ownPerson);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    reportWords(services.api, chosenWords(form, narrowFormOf(params), options));
    onApply(writeForm(params, form));
  };
  const handleReset = () => setForm({ ...EMPTY_FORM, event: context.needsEvent ? form.event : '' });
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <ReferenceFailures
        of={['getSeasons', 'getEvents', 'getMemorialEvents', 'getPhotocons', 'getPersons', 'getTeams']}
      />
      {isTeam && <TeamSelect form={form} teams={teams} persons={persons} context={context} onChange={setForm} />}
      <MainFields form={form} options={options} context={context} onChange={setForm} />
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
        <DetailFields form={form} options={options} persons={persons} context={context} onChange={setForm} />
      </div>
      <div className={styles.actions}>
        <Button onClick={handleReset}>{texts.reset}</Button>
        <SubmitButton list={countedList(page, writeForm(params, form), userIdOf(useSession()))} />
      </div>
    </form>
  );
}

/** The button with the number of photos it would show (FAN-04). Its name stays the spec's word. */
function SubmitButton({ list }: { readonly list: PhotoListFilter | null }) {
  const services = useServices();
  const count = useQuery({ ...photoCountQuery(services, list ?? {}), enabled: list !== null }).data?.count;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count != null && texts.matching(count)}
      </p>
      <Button type="submit" variant="primary" size="l">
        {texts.submit}
        <span className={styles.count} aria-hidden="true">
          {count != null && search.count(count)}
        </span>
      </Button>
    </>
  );
}

/** Teams and persons of the tenant, and every choice for what is chosen already. */
function useNarrowOptions(form: NarrowForm, ownPerson: string | null) {
  const services = useServices();
  const tenant = useTenant();
  const now = useNow();
  const teams = useQuery({ ...teamsQuery(services), enabled: tenant.isTeam }).data?.list;
  const seasons = useQuery(seasonsQuery(services)).data?.list;
  const persons = useQuery(personsQuery(services)).data?.list;
  const { events } = useAllEvents();
  const options = useMemo(
    () => narrowOptions({ seasons: seasons ?? [], events, persons: persons ?? [] }, form, { now, ownPerson }),
    [seasons, events, persons, form, now, ownPerson],
  );
  return { teams, persons, options };
}

/** Options of a select, the chosen one among them. `allowsEmpty`: those without photos can be chosen, too. */
const optionsIn = (list: readonly Option[], chosen: string, allowsEmpty: boolean) =>
  withChosen(list, chosen).map(({ value, label, hasPhotos }) => (
    <option key={value} value={value} disabled={!hasPhotos && !allowsEmpty && value !== chosen}>
      {hasPhotos ? label : texts.noPhotos(label)}
    </option>
  ));

interface ConditionFieldsProps {
  readonly form: NarrowForm;
  readonly options: ReturnType<typeof narrowOptions>;
  readonly context: NarrowContext;
  readonly onChange: (form: NarrowForm) => void;
}

interface TeamSelectProps extends Omit<ConditionFieldsProps, 'options'> {
  /** undefined while they are not loaded. */
  readonly teams: readonly Team[] | undefined;
  readonly persons: readonly Person[] | undefined;
}

type DetailFieldsProps = ConditionFieldsProps & Pick<TeamSelectProps, 'persons'>;

/** Choosing a team drops the chosen persons who are not in it. */
function TeamSelect({ form, teams, persons, context, onChange }: TeamSelectProps) {
  const handleTeam = (team: string) =>
    onChange(withTeam(form, team, (name) => persons?.some((one) => one.name === name && one.team_id === team) ?? true));
  return (
    <SelectField label={texts.team} value={form.team} onChange={({ target }) => handleTeam(target.value)}>
      <option value="">{texts.allTeams}</option>
      {optionsIn(
        (teams ?? []).map(({ team_id, team_name }) => ({ value: team_id, label: team_name, hasPhotos: true })),
        form.team,
        context.allowsEmpty,
      )}
    </SelectField>
  );
}

/** The conditions that are always shown: season and event. */
function MainFields({ form, options, context, onChange }: ConditionFieldsProps) {
  const { hasSeason, needsEvent, allowsEmpty } = context;
  return (
    <>
      {hasSeason && (
        <SelectField
          label={texts.season}
          value={form.season}
          onChange={({ target }) => onChange(withSeason(form, target.value))}
        >
          <option value="">{texts.allSeasons}</option>
          {optionsIn(options.seasons, form.season, allowsEmpty)}
        </SelectField>
      )}
      <SelectField
        label={texts.event}
        value={form.event}
        onChange={({ target }) => onChange(withEvent(form, target.value))}
      >
        {!needsEvent && <option value="">{texts.allEvents}</option>}
        {optionsIn(options.events, form.event, allowsEmpty)}
      </SelectField>
    </>
  );
}

/** The conditions that are unfolded: place, photographer, persons. */
function DetailFields({ form, options, persons, context, onChange }: DetailFieldsProps) {
  const { config } = useTenant();
  const { hasPhotographer, allowsEmpty } = context;
  return (
    <>
      <SelectField
        label={texts.location}
        value={form.location}
        onChange={({ target }) => onChange({ ...form, location: target.value })}
      >
        <option value="">{texts.all}</option>
        {optionsIn(
          options.locations.map((name) => ({ value: name, label: name, hasPhotos: true })),
          form.location,
          allowsEmpty,
        )}
      </SelectField>
      {hasPhotographer && (
        <SelectField
          label={texts.photographer}
          value={form.photographer}
          onChange={({ target }) => onChange({ ...form, photographer: target.value })}
        >
          <option value="">{texts.all}</option>
          <option value="official">{texts.official}</option>
          <option value="staff">{texts.staff(config.playerlabel)}</option>
        </SelectField>
      )}
      <PersonBoxes form={form} options={options} persons={persons} context={context} onChange={onChange} />
    </>
  );
}

/** The persons to choose, each with face, number and name (FAN-20). */
function PersonBoxes({ form, options, persons, context, onChange }: DetailFieldsProps) {
  const { config } = useTenant();
  const pictureOf = useFaces();
  const numbers = useMemo(() => new Map(persons?.map(({ name, number }) => [name, number])), [persons]);
  return (
    <fieldset className={styles.persons}>
      <legend>{config.playerlabel}</legend>
      {options.persons.length === 0 && <p className={styles.none}>{texts.noPersons(config.playerlabel)}</p>}
      <div className={styles.boxes}>
        {options.persons.map(({ value, hasPhotos }) => (
          <label key={value} className={styles.box}>
            <input
              type="checkbox"
              checked={form.persons.includes(value)}
              disabled={!hasPhotos && !context.allowsEmpty && !form.persons.includes(value)}
              onChange={() => onChange(withPerson(form, value))}
            />
            <span className={styles.face}>
              <SmallFace player={{ name: value, picture: pictureOf(value) }} />
            </span>
            <span>
              {numbers.get(value) != null && <span className={styles.number}>{numbers.get(value)} </span>}
              {value}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
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
