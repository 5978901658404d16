import type { ClientConfig } from '../../contract/config.ts';
import type { ImagePreparer, SenderPorts } from '../../outbox/ports.ts';
import type { ClockOffset } from '../device/clockOffset.ts';
import { createNetwork } from '../device/network.ts';
import { createOwner } from '../identity/identityOwner.ts';
import { createCredentialSource } from '../identity/identityPool.ts';
import type { TokenSource } from '../identity/identityTokens.ts';
import { createObjectStore, type ObjectStoreSettings } from './objectStore.ts';
import { createRegistry } from './registry.ts';

export interface SenderSettings {
  readonly config: ClientConfig;
  readonly tokens: TokenSource;
  readonly clock: ClockOffset;
  /** null in the service worker. */
  readonly preparer: ImagePreparer | null;
  /** True in pages: they have XMLHttpRequest. */
  readonly hasProgress: boolean;
  readonly requestHandler?: ObjectStoreSettings['requestHandler'];
}

/** The outbox's heavy half, alike in page and service worker. */
export function createSender(settings: SenderSettings): SenderPorts {
  const { config, tokens, clock, preparer, hasProgress, requestHandler } = settings;
  const serverNow = () => Date.now() + clock.get();
  const credentials = createCredentialSource(config.identity, tokens, serverNow);
  return {
    objects: createObjectStore({
      config: config.objects,
      credentials,
      clock,
      hasProgress,
      ...(requestHandler === undefined ? {} : { requestHandler }),
    }),
    registry: createRegistry({ config, tokens, onServerDate: clock.observe }),
    preparer,
    owner: createOwner(tokens),
    network: createNetwork(undefined, clock.observe),
    isPreviewFirst: config.objects.isPreviewFirst === true,
  };
}
