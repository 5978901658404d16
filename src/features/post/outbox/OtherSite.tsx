import { findTenant } from '../../../../tenants/index.ts';
import { outboxPath } from '../../../contract/workerPaths.ts';
import { outboxMove as texts } from '../../../messages/jaOutbox.ts';
import { Button } from '../../../ui/Button.tsx';
import { Modal } from '../../../ui/Modal.tsx';

interface OtherSiteProps {
  readonly title: string;
  readonly tenantId: string;
  readonly onClose: () => void;
}

/** A post of another club or league: its events, players and words are on its own site. */
export function OtherSite({ title, tenantId, onClose }: OtherSiteProps) {
  const site = findTenant(tenantId)?.name ?? tenantId;
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={() => location.assign(outboxPath(tenantId))}>
          {texts.goThere(site)}
        </Button>
      }
    >
      <p>{texts.elsewhere(site)}</p>
    </Modal>
  );
}
