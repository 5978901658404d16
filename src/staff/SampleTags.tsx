import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { HASHTAG_MAX, HASHTAGS_PER_PHOTO } from '../contract/limits.ts';
import type { StaffAnswer } from '../contract/staffEndpoints.ts';
import { errorText } from '../messages/jaErrors.ts';
import { sampleTags as texts } from '../messages/jaStaffContent.ts';
import { errorCodeOf } from '../rules/errorCode.ts';
import { parseHashtags } from '../rules/hashtags.ts';
import { useTenant } from '../services/services.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { TextArea } from '../ui/Field.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useDirtyForm } from '../ui/useDirtyForm.ts';
import { Loaded } from './Loaded.tsx';
import styles from './Staff.module.css';
import { useStaffQuery, useStaffWrite } from './useStaff.tsx';

const ROWS = 8;
/** A line may have a line break and characters that are cut. */
const TEXT_MAX = (HASHTAG_MAX + 2) * HASHTAGS_PER_PHOTO * 2;

const linesOf = (tags: readonly string[]): string => tags.join('\n');
/** Hashtags that were typed, before any is cut. */
const countOf = (text: string): number => text.split(/\s+/u).filter((part) => part !== '').length;

/** The sample hashtags of the post form (STF-20c): those of the desk, else those of the tenant's file. */
export function SampleTags() {
  const query = useStaffQuery('getStaffSampleTags');
  const tenant = useTenant();
  const ofFile = useQuery({
    queryKey: ['staff', tenant.id, 'tag.txt', query.data?.revision],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${tenant.index}tag.txt`, { signal, cache: 'no-store' });
      return response.ok ? parseHashtags(await response.text()) : [];
    },
    enabled: query.data?.tags === null,
    gcTime: 0,
  });
  // Above the form, which goes while other hashtags load.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <section className={styles.section}>
      <h2>{texts.title}</h2>
      <p className={styles.quiet}>{texts.lead}</p>
      <Loaded query={query}>
        {(stored) => {
          const tags = stored.tags ?? ofFile.data;
          return tags && <TagsForm stored={stored} tags={tags} typed={typed} onType={setTyped} />;
        }}
      </Loaded>
    </section>
  );
}

interface TagsFormProps {
  readonly stored: StaffAnswer<'getStaffSampleTags'>;
  /** What fans are shown now. */
  readonly tags: readonly string[];
  /** null: nothing was typed since the last save. */
  readonly typed: string | null;
  readonly onType: (text: string | null) => void;
}

/** The text, and what a write said. What was typed stays until it is saved. */
function useTagsForm({ stored, tags, typed, onType }: TagsFormProps) {
  const toast = useToast();
  const text = typed ?? linesOf(tags);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useStaffWrite('putStaffSampleTags', (_, { result }) => {
    if (result !== 'ok') return;
    toast(texts.saved);
    onType(null);
  });
  useDirtyForm(typed !== null);
  const save = () => {
    const parsed = parseHashtags(text);
    if (parsed.length === 0) return setProblem(texts.missing);
    const isCut = parsed.length < countOf(text) || parsed.some((tag) => !text.includes(tag.slice(1)));
    onType(linesOf(parsed));
    setProblem(isCut ? texts.cut(HASHTAGS_PER_PHOTO) : null);
    if (!isCut) saving.mutate({ tags: parsed, revision: stored.revision });
  };
  return { text, problem, saving, save };
}

function TagsForm(props: TagsFormProps) {
  const { stored, tags, onType } = props;
  const { text, problem, saving, save } = useTagsForm(props);
  const [isAsked, setAsked] = useState(false);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      {stored.tags === null && <p className={styles.quiet}>{texts.isDefault}</p>}
      {saving.error && <Banner tone="error">{errorText(errorCodeOf(saving.error))}</Banner>}
      {saving.data?.result === 'changed' && (
        <Banner tone="warn" action={<Button onClick={save}>{texts.overwrite}</Button>}>
          {texts.changed + tags.join(' ')}
        </Banner>
      )}
      <TextArea
        label={texts.field}
        hint={texts.hint(HASHTAGS_PER_PHOTO)}
        rows={ROWS}
        max={TEXT_MAX}
        value={text}
        error={problem}
        onChange={onType}
      />
      <div className={styles.rowActions}>
        <Button type="submit" variant="primary" isBusy={saving.isPending}>
          {texts.save}
        </Button>
        {stored.tags !== null && <Button onClick={() => setAsked(true)}>{texts.reset}</Button>}
      </div>
      {isAsked && (
        <ConfirmModal
          text={texts.askReset}
          actionLabel={texts.reset}
          isDangerous={false}
          onConfirm={() => saving.mutate({ tags: null, revision: stored.revision })}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
