/**
 * Changes no test notices, each with the reason why none could or should. `npm run test:mutants` ends non-zero where one is missing
 * here, and where one is here that a test notices.
 */
import { survivorsOf as of, type Survivor } from './survivor.ts';
import { survivorsOfAccounts } from './survivorsOfAccounts.ts';
import { survivorsOfOwnAccount } from './survivorsOfOwnAccount.ts';
import { survivorsOfRegistration } from './survivorsOfRegistration.ts';
import { survivorsOfRepositories } from './survivorsOfRepositories.ts';
import { survivorsOfServer } from './survivorsOfServer.ts';
import { survivorsOfSignIn } from './survivorsOfSignIn.ts';
import { survivorsOfWorker } from './survivorsOfWorker.ts';

const WIRE_DATE = String.raw`(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?`;
const COST = 'a bound of cost: tests/api/textCost.test.ts measures it';
const BY_CODE = 'for the type checker: what is done about this code stands in retry.ts';
const GONE = 'the post is gone: a failure of it is recorded nowhere';

export const survivors: readonly Survivor[] = [
  ...survivorsOfWorker,
  ...survivorsOfServer,
  ...survivorsOfAccounts,
  ...survivorsOfOwnAccount,
  ...survivorsOfRegistration,
  ...survivorsOfSignIn,
  ...survivorsOfRepositories,
  ...of('src/rules/dates.ts', [
    [`/^${WIRE_DATE}$/`, `/${WIRE_DATE}$/`, 'the date is written again and compared with all of the text'],
    [`/^${WIRE_DATE}$/`, `/^${WIRE_DATE}/`, 'the date is written again and compared with all of the text'],
  ]),
  ...of('src/rules/eventDates.ts', [['today !== null', 'true', 'no text is smaller than null']]),
  ...of('src/rules/hashtags.ts', [
    [String.raw`/[\s\u3000,、]+|(?=[#＃])/u`, String.raw`/[\s\u3000,、]|(?=[#＃])/u`, 'empty parts are left out below'],
  ]),
  ...of('src/rules/jpegHeader.ts', [
    ['frame !== null', 'true', 'without a frame no scan was counted'],
    ['marker >= 0xc0', 'true', 'asked of frames alone, which begin with C0'],
    ['bytes[2] !== 0xff', 'false', 'no marker there: the first segment is none'],
    ['-1', '+1', 'the file is read again from its start until there are too many scans: refused as well'],
    ['tiff.byteLength < 8', 'tiff.byteLength <= 8', 'eight bytes have no room for a directory either'],
    ['ifd + 2 > tiff.byteLength', 'ifd + 2 >= tiff.byteLength', 'a directory that ends there has no entry'],
    ['marker === SOS', 'false', 'the data behind it is no marker, which ends the walk as well'],
  ]),
  ...of('src/rules/photoSelection.ts', [
    ['start <= end', 'start < end', 'one photo is the same from either end'],
    ['key === null', 'false', 'for the type checker: no list has null'],
  ]),
  ...of('src/rules/message.ts', [
    ["!text.includes('<')", 'false', 'a short cut: the same text comes out'],
    ["'<'", '""', 'a short cut: the same text comes out'],
    ['comment < tag', 'comment <= tag', 'no tag and no comment begin at the same place'],
    ['at < length', 'at <= length', 'one more piece, an empty one'],
  ]),
  ...of('src/rules/password.ts', [
    ["''", '"Stryker was here!"', 'a text that is parted has a first part'],
    ['[]', '["Stryker was here"]', 'three words nobody has as a name'],
    ['word.length - 3', 'word.length + 3', 'no known word has fewer than three letters'],
    [
      'passwordLook(text.slice(0, CONTACT_MAX.email)).slice(0, CONTACT_MAX.email)',
      'passwordLook(text.slice(0, CONTACT_MAX.email))',
      COST,
    ],
    ['text.slice(0, CONTACT_MAX.email)', 'text', COST],
    [String.raw`/[^\p{L}]+/u`, String.raw`/[^\p{L}]/u`, 'empty words are left out below'],
  ]),
  ...of('src/rules/visibleText.ts', [['given.slice(0, BYTES_PER_CHARACTER * NAME_MAX)', 'given', COST]]),
  ...of('src/outbox/drain.ts', [['false', 'true', 'every round sets it before anything is read of it']]),
  ...of('src/outbox/drainPass.ts', [
    ['{ active.current = null; }', '{}', 'to stop puts that are over stops nothing'],
    ['job.originals?.notBefore', 'job.originals.notBefore', 'asked of those that failed: others are due, and go'],
  ]),
  ...of('src/outbox/edits.ts', [['place === null', 'false', 'no place becomes no place']]),
  ...of('src/outbox/jobRun.ts', [['() => null', '() => undefined', 'either writes nothing']]),
  ...of('src/outbox/newPost.ts', [
    ["typeof id === 'string'", 'true', 'records are looked up by names of photos, which are texts'],
    ["typeof name === 'string'", 'true', 'records are looked up by names of photos, which are texts'],
  ]),
  ...of('src/outbox/originals.ts', [['default: return event satisfies never;', 'default:', 'for the type checker']]),
  ...of('src/outbox/outbox.ts', [['{ current: null }', '{}', 'nothing is on the wire either way']]),
  ...of('src/outbox/registerPhotos.ts', [
    ["'later'", '""', BY_CODE],
    ['marked?.state', 'marked.state', GONE],
    ['[]', '["Stryker was here"]', 'an original of no photo follows'],
  ]),
  ...of('src/outbox/sendOriginals.ts', [
    ["'later'", '""', BY_CODE, 2],
    ['present?.photos', 'present.photos', GONE],
    ['photo.prepared?.originalBytes', 'photo.prepared.originalBytes', 'what is public was prepared'],
  ]),
  ...of('src/outbox/speed.ts', [['[]', '["Stryker was here"]', 'a step without a time is of no window', 2]]),
  ...of('src/outbox/storePhotos.ts', [
    ["'later'", '""', BY_CODE],
    ["'never'", '""', BY_CODE, 2],
    ['job?.photos', 'job.photos', GONE],
    ['[]', '["Stryker was here"]', 'what is no promise has ended'],
    ['!(error instanceof AppError)', 'false', 'no other error has a code that is asked for'],
  ]),
  ...of('src/outbox/transition.ts', [['before?.step', 'before.step', 'no event adds a photo', 2]]),
];
