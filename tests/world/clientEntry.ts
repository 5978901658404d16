/** What a page and a worker of the product are made of; bundled by `clientBundle.ts`, so that each of them has modules of its own. */
export { QueryClient } from '@tanstack/react-query';
export { createClientServices } from '../../src/app/boot/clientServices.ts';
export { loadRememberedUser } from '../../src/session/rememberedUser.ts';
export { rememberedState } from '../../src/session/sessionState.ts';
export { drainOutbox } from '../../sw/drainOutbox.ts';
