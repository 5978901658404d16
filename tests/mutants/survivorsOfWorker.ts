/** The service worker's part of `survivors.ts`. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const ITSELF = 'an entry’s own request, or its bare address under which alone it is kept, agrees with it';
const FALSY = 'undefined is as false';
const UNREAD = 'nobody reads it';
const THROWS = 'calling it throws a moment later, into the same catch';
const TYPE = 'asked for the compiler’s sake: ';

export const survivorsOfWorker: readonly Survivor[] = [
  ...of('sw/answerCalls.ts', [
    ['authorization === null', 'false', 'what is no token is nobody’s either'],
    ['userId !== null', 'true', 'nobody signed in is nobody who signed out'],
  ]),
  ...of('sw/cacheableResponses.ts', [["''", '"Stryker was here!"', 'no type that is asked for either']]),
  ...of('sw/caching.ts', [
    ['wipes += 1', 'wipes -= 1', 'asked is whether it is another number'],
    ["'default'", '""', 'any but no-store'],
    ['() => false', '() => undefined', FALSY],
    ["'cors'", '""', 'any but navigate'],
    ["kind === 'answer'", 'false', `${TYPE}without the header of a call none is one`],
    ["'answer'", '""', `${TYPE}as above`],
  ]),
  ...of('sw/deferredExpiration.ts', [
    ['maxBytes !== undefined', 'true', `${TYPE}no number is larger than undefined`],
    ['{ ignoreVary: true }', '{}', ITSELF],
    ['true', 'false', ITSELF],
    ['event?.waitUntil', 'event.waitUntil', 'what it throws is caught, as where the event is over'],
  ]),
  ...of('sw/drainOutbox.ts', [["'sync'", '""', 'any but timer']]),
  ...of('sw/lazySender.ts', [
    ['self.receivePush === undefined', 'false', `${TYPE}${THROWS}`],
    ["'no sender'", '""', UNREAD],
  ]),
  ...of('sw/nearestPicture.ts', [
    ['{ ignoreVary: true }', '{}', ITSELF],
    ['true', 'false', ITSELF],
  ]),
  ...of('sw/networkFirstWithDeadline.ts', [
    ['{ ignoreVary: true }', '{}', ITSELF],
    ['true', 'false', ITSELF],
    ['() => false', '() => undefined', FALSY],
    ["'The preload failed'", '""', UNREAD],
    ['() => null', '() => undefined', 'asked is whether there is an answer'],
  ]),
  ...of('sw/postMeasurements.ts', [['async () => null', '() => undefined', 'no token either']]),
  ...of('sw/receiveKept.ts', [
    ['[]', '["Stryker was here"]', 'a match that is kept has its names; a text is no lock', 2],
    ["'/'", '""', 'the same address'],
    ['id === null', 'false', `${TYPE}no match has that id`],
    ['before?.isBySystem', 'before.isBySystem', `${TYPE}a moment before it was there`],
  ]),
  ...of('sw/receivePush.ts', [
    ['told === null', 'false', `${TYPE}what is not told is for nobody`],
    ['declared === null', 'false', `${TYPE}it has no mark`],
    ["''", '"Stryker was here!"', 'no JSON either'],
    ['{ return null; }', '{}', 'undefined is no push either'],
    ['told?.mark', 'told.mark', 'the same answer, by the catch'],
    ["'somebody'", '""', 'asked is whether it is the addressee or nobody', 2],
    ["{ return 'somebody'; }", '{}', 'as above'],
    [
      '(await createTokenStore(database).load())?.userId',
      '(await createTokenStore(database).load()).userId',
      'what it throws is caught, and nothing counted either',
    ],
    ["'/'", '""', 'the same address'],
  ]),
  ...of('sw/renewPush.ts', [
    [
      '(await tokens.get(request))?.idToken',
      '(await tokens.get(request)).idToken',
      'a logout at this moment: refused either way',
    ],
  ]),
  ...of('sw/signedOut.ts', [
    ['state', 'true', 'Workbox gives each plugin a state'],
    ['state?.begun', 'state.begun', 'Workbox gives each plugin a state'],
  ]),
  ...of('sw/strategies.ts', [
    ['{ cacheName: KEPT_CACHE, ignoreVary: true }', '{}', 'the same picture stands in no other cache'],
    ['true', 'false', ITSELF],
    ['() => false', '() => undefined', FALSY],
    ['path === null', 'false', `${TYPE}only addresses that mean a page come here`],
  ]),
  ...of('sw/wipeUserCaches.ts', [
    ['/^(answers-|pages-)/', '/(answers-|pages-)/', 'no other cache has it in its name'],
    ['{ ignoreVary: true }', '{}', ITSELF, 2],
    ['true', 'false', ITSELF, 2],
    ["''", '"Stryker was here!"', 'names no fan either'],
  ]),
];
