import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changedAnswers } from '../../contract/changedAnswers.ts';
import { ui } from '../../messages/ja.ts';
import { permission } from '../../messages/jaAccount.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './account.module.css';
import { CheckField } from './CheckField.tsx';
import { useSubmit } from './useSubmit.ts';

/** Calls whose answers show what a fan permits. */
const CHANGED: ReadonlySet<string> = new Set(changedAnswers.putUsepermit);

interface PermissionModalProps {
  /** From the personal page: a checkbox and a result; else the first question before posting. */
  readonly isSetting: boolean;
  /** The fan has accepted, whether or not that could be saved. */
  readonly onAccept?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Photo-use permission (PST-10, ROL-05); who withdraws it is offered to withdraw it for earlier photos too (ROL-06c). */
export function PermissionModal({ isSetting, onAccept, onClose }: PermissionModalProps) {
  const { session } = useServices();
  const state = useSession();
  const { partyLabel } = useTenant();
  const overlays = useOverlays();
  const queryClient = useQueryClient();
  const { isBusy, error, submit } = useSubmit();
  // What the server says meanwhile shows until the fan chooses.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isAccepted = chosen ?? (state.status === 'signedIn' && state.user.usepermit === true);
  const [hasEarlierPosts, setEarlierPosts] = useState(false);

  // The first answer is silent, also when it cannot be saved (§8): the form asks for each post anyway.
  const handleAccept = async () => {
    onAccept?.();
    await submit(() => session.setUsepermit(true).catch(() => {}));
    onClose();
  };
  const handleRegister = () =>
    submit(async () => {
      await session.setUsepermit(isAccepted, { hasEarlierPosts });
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => CHANGED.has(String(queryKey[1])) });
      overlays.finish('user-permission', { mode: 'result', text: permission.changed });
    });
  return (
    <Modal
      title={permission.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          <Button variant="primary" isBusy={isBusy} onClick={isSetting ? handleRegister : handleAccept}>
            {isSetting ? permission.register : permission.accept}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <Banner tone="error">{errorText(error)}</Banner>}
        <p className={styles.lead}>{permission.lead(partyLabel)}</p>
        <ul className={styles.points}>
          {permission.points(partyLabel).map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        {isSetting && <CheckField label={permission.checkbox(partyLabel)} isOn={isAccepted} onChange={setChosen} />}
        {isSetting && !isAccepted && (
          <CheckField label={permission.earlierPosts} isOn={hasEarlierPosts} onChange={setEarlierPosts} />
        )}
      </div>
    </Modal>
  );
}
