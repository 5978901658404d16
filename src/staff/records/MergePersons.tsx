import { type SubmitEvent, useState } from 'react';
import type { StoredRecord } from '../../contract/staffContentEndpoints.ts';
import type { StaffBody } from '../../contract/staffEndpoints.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { recordForm, personMerge as texts } from '../../messages/jaStaffContent.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from '../Staff.module.css';
import type { CallStaff } from '../staffApi.ts';
import { useStaffSteps } from '../useStaff.tsx';

/** Calls until no photo of the name is left. Returns how many were changed. A call that fails leaves the rest for another press. */
async function mergeAll(call: CallStaff, body: StaffBody<'putStaffPersonMerge'>): Promise<number> {
  let photos = 0;
  for (;;) {
    const merged = await call('putStaffPersonMerge', { body });
    photos += merged.photos;
    if (merged.left === 0) return photos;
  }
}

/** Two spellings of one player become one (STF-13c). */
export function MergePersons({ list }: { readonly list: readonly StoredRecord[] }) {
  const toast = useToast();
  const [from, setFrom] = useState('');
  const [into, setInto] = useState('');
  const [isAsked, setAsked] = useState(false);
  const merging = useStaffSteps('putStaffPersonMerge', mergeAll, (body, photos) => {
    toast(texts.done(body.from, body.into, photos));
    setFrom('');
  });
  const isReady = from.trim() !== '' && into !== '' && from.trim() !== into;
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) setAsked(true);
  };
  return (
    <details className={styles.more}>
      <summary>{texts.title}</summary>
      <form className={styles.form} onSubmit={handleSubmit}>
        <p className={styles.quiet}>{texts.lead}</p>
        <TextField
          label={texts.from}
          autoComplete="off"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <SelectField label={texts.into} value={into} onChange={({ target }) => setInto(target.value)}>
          <option value="">{recordForm.unset}</option>
          {list.map(({ key }) => (
            <option key={key} value={key}>
              {key}
            </option>
          ))}
        </SelectField>
        {merging.error && <Banner tone="error">{errorText(errorCodeOf(merging.error))}</Banner>}
        <Button type="submit" variant="primary" disabled={!isReady} isBusy={merging.isPending}>
          {texts.action}
        </Button>
      </form>
      {isAsked && (
        <ConfirmModal
          text={texts.ask(from.trim(), into)}
          actionLabel={texts.action}
          isDangerous
          onConfirm={() => merging.mutate({ from: from.trim(), into })}
          onClose={() => setAsked(false)}
        />
      )}
    </details>
  );
}
