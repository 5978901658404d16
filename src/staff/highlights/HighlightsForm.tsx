import { type SubmitEvent, useState } from 'react';
import { HIGHLIGHTS_SECTIONS, type HighlightsSection } from '../../contract/highlights.ts';
import { HIGHLIGHTS } from '../../contract/highlightsLimits.ts';
import type { StaffAnswer } from '../../contract/staffEndpoints.ts';
import type { StaffHighlights } from '../../contract/staffHighlightsEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffHighlights as texts } from '../../messages/jaStaffHighlights.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { isBlank } from '../../rules/visibleText.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LimitedTextField, TextArea } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useDirtyForm } from '../../ui/useDirtyForm.ts';
import desk from '../Staff.module.css';
import { useStaffWrite } from '../useStaff.tsx';
import { HighlightsPreview } from './HighlightsPreview.tsx';

export type ShownHighlights = StaffAnswer<'getStaffHighlights'>;

interface HighlightsTyped {
  readonly title: string;
  readonly text: string;
  readonly sections: readonly HighlightsSection[];
}

interface HighlightsFormProps {
  readonly eventId: string;
  readonly shown: ShownHighlights;
}

const EMPTY: HighlightsTyped = { title: '', text: '', sections: HIGHLIGHTS_SECTIONS };
const typedOf = (page: StaffHighlights | null): HighlightsTyped => {
  if (page === null) return EMPTY;
  const { title, text, sections } = page;
  return { title, text, sections };
};

/** What is typed, and the revision it began from. What is typed stays until it is saved. */
function useHighlightsForm({ eventId, shown: { page } }: HighlightsFormProps) {
  const toast = useToast();
  const [draft, setDraft] = useState<{ readonly typed: HighlightsTyped; readonly from: number | null } | null>(null);
  useDirtyForm(draft !== null);
  const saving = useStaffWrite('putStaffHighlights', (_, { result }) => {
    if (result !== 'ok') return;
    setDraft(null);
    toast(texts.saved);
  });
  const revision = page?.revision ?? null;
  const typed = draft?.typed ?? typedOf(page);
  return {
    typed,
    isDirty: draft !== null,
    /** Somebody else changed the page since this form was begun. */
    isOvertaken: draft !== null && draft.from !== revision,
    saving,
    change: (changes: Partial<HighlightsTyped>) =>
      setDraft({ typed: { ...typed, ...changes }, from: draft === null ? revision : draft.from }),
    save() {
      // The second press overwrites what somebody else has written meanwhile.
      if (draft !== null && draft.from !== revision) return setDraft({ typed: draft.typed, from: revision });
      const { title, text, sections } = typed;
      saving.mutate({ event_id: eventId, revision, title: title.trim(), text, sections: [...sections] });
    },
  };
}

/** Title, text and parts of the page, and how it will look. */
export function HighlightsForm({ eventId, shown }: HighlightsFormProps) {
  const { page } = shown;
  const { typed, isDirty, isOvertaken, saving, change, save } = useHighlightsForm({ eventId, shown });
  const [isMissing, setMissing] = useState(false);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(isBlank(typed.title));
    if (!isBlank(typed.title)) save();
  };
  const result = saving.data?.result;
  const isRefused = result !== undefined && result !== 'ok';
  return (
    <form className={`${desk.card} ${desk.form}`} onSubmit={handleSubmit} noValidate>
      <h2>{texts.form}</h2>
      <LimitedTextField
        label={texts.title}
        hint={texts.titleHint}
        isRequired
        autoComplete="off"
        max={HIGHLIGHTS.title}
        value={typed.title}
        error={isMissing && isBlank(typed.title) ? texts.titleMissing : null}
        onChange={(title) => change({ title })}
      />
      <TextArea
        label={texts.text}
        hint={texts.textHint}
        rows={5}
        max={HIGHLIGHTS.text}
        value={typed.text}
        onChange={(text) => change({ text })}
      />
      <fieldset>
        <legend>{texts.sections}</legend>
        {HIGHLIGHTS_SECTIONS.map((section) => (
          <label key={section} className={desk.choose}>
            <input
              type="checkbox"
              checked={typed.sections.includes(section)}
              onChange={({ target }) =>
                change({
                  sections: HIGHLIGHTS_SECTIONS.filter((one) =>
                    one === section ? target.checked : typed.sections.includes(one),
                  ),
                })
              }
            />
            {texts.sectionNames[section]}
          </label>
        ))}
      </fieldset>
      <h3>{texts.preview}</h3>
      <HighlightsPreview typed={typed} shown={shown} />
      {saving.error !== null && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
      {isRefused && !isOvertaken && <Banner tone="warn">{texts.results[result]}</Banner>}
      {isOvertaken && page !== null && <Banner tone="warn">{texts.changedBy(page.title)}</Banner>}
      <Button type="submit" variant="primary" isBusy={saving.isPending} disabled={!isDirty && page !== null}>
        {page?.is_published ? texts.savePublished : texts.save}
      </Button>
    </form>
  );
}
