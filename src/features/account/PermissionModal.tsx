import { useState } from 'react';
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

interface PermissionModalProps {
  /** From the personal page: a checkbox and a result; else the first question before posting. */
  readonly isSetting: boolean;
  readonly onClose: () => void;
}

/** Photo-use permission (PST-10, ROL-05). */
export function PermissionModal({ isSetting, onClose }: PermissionModalProps) {
  const { session } = useServices();
  const state = useSession();
  const { partyLabel } = useTenant();
  const overlays = useOverlays();
  const { isBusy, error, submit } = useSubmit();
  const [isAccepted, setAccepted] = useState(state.status === 'signedIn' && state.user.usepermit === true);

  // The first answer is silent, also when it cannot be saved (§8): the form asks for each post anyway.
  const handleAccept = async () => {
    await submit(() => session.setUsepermit(true).catch(() => {}));
    onClose();
  };
  const handleRegister = () =>
    submit(async () => {
      await session.setUsepermit(isAccepted);
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
        {isSetting && <CheckField label={permission.checkbox(partyLabel)} isOn={isAccepted} onChange={setAccepted} />}
      </div>
    </Modal>
  );
}
