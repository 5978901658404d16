import { NOTICE_MAX, URL_MAX } from '../../contract/limits.ts';
import { NEWS_AUDIENCES, type NewsAudience } from '../../contract/staffNewsEndpoints.ts';
import { newsAudiences, newsRefusals, newsForm as texts } from '../../messages/jaStaffNews.ts';
import { LimitedTextField, SelectField, TextArea } from '../../ui/Field.tsx';
import { ReferenceField } from '../records/RecordFieldInput.tsx';
import { RecordPicture } from '../records/RecordPicture.tsx';
import styles from '../Staff.module.css';
import type { NewsFormState } from './useNewsForm.ts';

/** What is wrong with fields, in Japanese; empty: nothing is. */
export interface NewsFaults {
  readonly title?: string;
  readonly url?: string;
}

const BODY_ROWS = 8;
const OF = {
  person: { of: 'persons', shown: 'name' },
  event: { of: 'events', shown: 'event_name' },
  posters: { of: 'events', shown: 'event_name' },
} as const;

interface NewsFieldsProps {
  readonly state: NewsFormState;
  readonly faults: NewsFaults;
}

/** The fields of a news item. */
export function NewsFields({ state, faults }: NewsFieldsProps) {
  const { form, change, picked, problem } = state;
  return (
    <div className={styles.fields}>
      <LimitedTextField
        label={texts.title}
        isRequired
        autoComplete="off"
        max={NOTICE_MAX.title}
        value={form.title}
        error={faults.title}
        onChange={(title) => change({ title })}
      />
      <TextArea
        label={texts.body}
        rows={BODY_ROWS}
        max={NOTICE_MAX.body}
        value={form.body}
        error={problem?.result === 'incomplete' ? newsRefusals.incomplete : null}
        onChange={(body) => change({ body })}
      />
      <LimitedTextField
        label={texts.url}
        hint={texts.urlHint}
        inputMode="url"
        autoComplete="off"
        max={URL_MAX}
        value={form.url}
        error={faults.url}
        onChange={(url) => change({ url })}
      />
      <RecordPicture
        label={texts.picture}
        kept={form.picture}
        picked={picked}
        error={null}
        onPick={state.pick}
        onRemove={state.removePicture}
      />
      <AudienceFields state={state} />
    </div>
  );
}

function AudienceFields({ state: { form, change, problem } }: Pick<NewsFieldsProps, 'state'>) {
  const { audience, about } = form;
  return (
    <>
      <SelectField
        label={texts.audience}
        value={audience}
        onChange={({ target }) => change({ audience: target.value as NewsAudience, about: '' })}
      >
        {NEWS_AUDIENCES.map((one) => (
          <option key={one} value={one}>
            {newsAudiences[one]}
          </option>
        ))}
      </SelectField>
      {audience !== 'all' && (
        <ReferenceField
          key={audience}
          label={texts[audience]}
          hint={audience === 'person' ? undefined : texts.eventHint}
          isRequired
          input={OF[audience]}
          value={about}
          error={problem?.result === 'noAudience' ? newsRefusals.noAudience : null}
          onChange={(key) => change({ about: key })}
        />
      )}
    </>
  );
}
