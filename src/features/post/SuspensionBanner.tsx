import { useEffect } from 'react';
import { suspension as texts } from '../../messages/jaSuspension.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { Banner } from '../../ui/Banner.tsx';

/** Why an operator keeps the fan from posting here; null: nobody does, as far as is known. Asked anew where it is shown (ACC-13a). */
export function useSuspension() {
  const { session } = useServices();
  const state = useSession();
  useEffect(() => void session.renew(), [session]);
  return state.status === 'anonymous' ? null : (state.user.suspension ?? null);
}

/** Tells a suspended fan before any photo is picked (OPR-03). */
export function SuspensionBanner({ className = '' }: { readonly className?: string | undefined }) {
  const suspension = useSuspension();
  if (suspension === null) return null;
  return (
    <div className={className}>
      <Banner tone="warn">
        <p>
          <strong>{texts.title}</strong>
        </p>
        <p>{texts.reason(suspension.reason)}</p>
        <p>{texts.end(suspension.until)}</p>
        <p>{texts.kept}</p>
      </Banner>
    </div>
  );
}
