import { useSearchParams } from 'wouter';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { useTenant } from '../../session/services.tsx';
import { SelectField } from '../../ui/Field.tsx';
import styles from './EventNarrowing.module.css';

/** Conditions of the event's photos; the address is their only place. */
export function useEventNarrowing() {
  const [params, setParams] = useSearchParams();
  const set = (values: Readonly<Record<'cp' | 'pl', string>> | Readonly<Partial<Record<'cp' | 'pl', string>>>) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const cp = params.get('cp') || undefined;
  const pl = params.get('pl') || undefined;
  return { cp, pl, isNarrowed: cp !== undefined || pl !== undefined, set, clear: () => set({ cp: '', pl: '' }) };
}

interface EventNarrowingProps {
  readonly event: FanEvent;
  readonly narrowing: ReturnType<typeof useEventNarrowing>;
}

/** Narrows the event's photos to one person and one place, as far as the event has any. */
export function EventNarrowing({ event, narrowing: { cp, pl, set } }: EventNarrowingProps) {
  const { config } = useTenant();
  const persons = withChosen(event.person_list, cp);
  const places = withChosen(event.photo_location, pl);
  if (persons.length === 0 && places.length === 0) return null;
  return (
    <search className={styles.narrowing} aria-label={texts.narrow}>
      {persons.length > 0 && (
        <SelectField label={config.playerlabel} value={cp ?? ''} onChange={({ target }) => set({ cp: target.value })}>
          <option value="">{texts.anyPlayer(config.playerlabel)}</option>
          {persons.map((person) => (
            <option key={person}>{person}</option>
          ))}
        </SelectField>
      )}
      {places.length > 0 && (
        <SelectField label={config.PSeats} value={pl ?? ''} onChange={({ target }) => set({ pl: target.value })}>
          <option value="">{texts.anyLocation}</option>
          {places.map((place) => (
            <option key={place}>{place}</option>
          ))}
        </SelectField>
      )}
    </search>
  );
}

/** What the address names is offered too: the select must be able to show it. */
const withChosen = (options: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || options.includes(chosen) ? options : [chosen, ...options];
