import { deviceStorage } from '../../platform/storage/webStorage.ts';

/** The fan has been on this tenant's home: from the next page on its hero is small (app/boot/earlyScript.js, HomeHero.module.css). */
export function rememberHome(tenantId: string, storage = deviceStorage): void {
  storage.setItem(`home ${tenantId}`, '1');
}
