import { useEffect, useRef, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { EVENT_NAME_MAX, EVENT_TEXT_MAX } from '../../contract/limits.ts';
import { eventProblems, makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { dayOf } from '../../rules/eventDates.ts';
import { hasBegun } from '../../rules/eventPeriod.ts';
import { LimitedTextField, TextArea, TextField } from '../../ui/Field.tsx';
import type { EventFormSnapshot } from './draftedForm.ts';
import styles from './EventFormView.module.css';
import type { EventForm, EventFormProblems, PictureSlot, TypedField } from './eventForm.ts';
import type { EventFormStore } from './eventFormStore.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { PictureField } from './PictureField.tsx';

interface FieldsProps {
  readonly store: EventFormStore;
  readonly snapshot: EventFormSnapshot;
  /** The event being changed; null: a new one. */
  readonly event: FanEvent | null;
  /** Problems to show; null: none. */
  readonly shown: EventFormProblems | null;
}

/** Handlers of the fields that are typed into. */
export const typeInto = (store: EventFormStore) => (field: TypedField) => (text: string) =>
  void store.dispatch({ type: 'typed', field, text });

/** What both picture fields are told. */
const pictureProps = ({ store, snapshot: { form, notices }, shown }: FieldsProps, slot: PictureSlot) => ({
  picked: form.picked[slot],
  kept: form.kept[slot],
  notice: notices[slot],
  onPick: (file: File, isDragged: boolean) => void store.pick(slot, file, isDragged),
  error: pictureError(shown?.[slot] ?? null),
});

const pictureError = (problem: EventFormProblems['thumbnail']): string | null =>
  problem === null ? null : eventProblems[problem];

/** What every event is asked for: name, period, thumbnail. */
export function BasicFields({ now, ...props }: FieldsProps & { readonly now: number }) {
  const { snapshot, event, store, shown } = props;
  const { form } = snapshot;
  return (
    <section className={styles.column} aria-label={texts.basics}>
      {event === null && <p className={styles.lead}>{texts.lead}</p>}
      <LimitedTextField
        label={texts.name}
        isRequired
        placeholder={texts.namePlaceholder}
        max={EVENT_NAME_MAX}
        enterKeyHint="next"
        autoComplete="off"
        error={shown?.name ? eventProblems.name : null}
        value={form.name}
        onChange={typeInto(store)('name')}
      />
      <PeriodFields
        start={form.start}
        end={form.end}
        today={dayOf(now)}
        isFixed={event !== null && hasBegun(event, now)}
        problem={shown?.period ?? null}
        onChoose={(field, day) => void store.dispatch({ type: 'dayChosen', field, day })}
      />
      <PictureField
        {...pictureProps(props, 'thumbnail')}
        label={texts.thumbnail}
        hint={texts.thumbnailHint}
        isRequired
        fit="cover"
        onRemove={form.picked.thumbnail === null ? null : () => store.remove('thumbnail')}
      />
    </section>
  );
}

/** Is anything of the unfolding fields filled in? */
const hasMore = ({ descriptiveTitle, descriptiveText, locations, postLimit, kept, picked }: EventForm): boolean =>
  [descriptiveTitle, descriptiveText, locations, postLimit].some((text) => text !== '') ||
  kept.photo !== null ||
  picked.photo !== null;

/** What an event may say besides; unfolded where something of it is filled in or wrong. */
export function MoreFields(props: FieldsProps) {
  const { snapshot, event, store, shown } = props;
  const { form } = snapshot;
  const type = typeInto(store);
  const [wasFilled] = useState(() => hasMore(form));
  const hasProblem = shown !== null && (shown.postLimit || shown.photo !== null);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hasProblem && details.current) details.current.open = true;
  }, [hasProblem]);
  const hasPhoto = form.picked.photo !== null || form.kept.photo !== null;
  return (
    <details ref={details} className={styles.more} open={wasFilled || undefined}>
      <summary>{texts.more}</summary>
      <div className={styles.moreFields}>
        <LimitedTextField
          label={texts.descriptiveTitle}
          max={EVENT_NAME_MAX}
          value={form.descriptiveTitle}
          onChange={type('descriptiveTitle')}
        />
        <PictureField
          {...pictureProps(props, 'photo')}
          label={texts.descriptivePhoto}
          hint={texts.descriptivePhotoHint}
          fit="contain"
          onRemove={hasPhoto ? () => store.remove('photo') : null}
        />
        <TextArea
          label={texts.descriptiveText}
          max={EVENT_TEXT_MAX}
          value={form.descriptiveText}
          onChange={type('descriptiveText')}
        />
        <TextArea
          label={texts.locations}
          hint={texts.locationsHint}
          max={EVENT_TEXT_MAX}
          value={form.locations}
          onChange={type('locations')}
        />
        <PostLimitField store={store} event={event} shown={shown} value={form.postLimit} />
      </div>
    </details>
  );
}

interface PostLimitFieldProps extends Pick<FieldsProps, 'store' | 'event' | 'shown'> {
  readonly value: string;
}

/** Photos one fan may post: said when the event is made, and fixed from then on. */
function PostLimitField({ store, event, shown, value }: PostLimitFieldProps) {
  if (event !== null) return <p className={styles.fixed}>{texts.postLimitFixed(event.post_limit)}</p>;
  return (
    <TextField
      label={texts.postLimit}
      hint={texts.postLimitHint}
      inputMode="numeric"
      autoComplete="off"
      error={shown?.postLimit ? eventProblems.postLimit : null}
      value={value}
      onChange={({ target }) => typeInto(store)('postLimit')(target.value)}
    />
  );
}
