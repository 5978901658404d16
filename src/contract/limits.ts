/** Every number of spec §9, and every bound we add to what a stranger may send. The only place where limits are written. */

/** Longest side of a published picture, in pixels (§5, §9). */
export const MAX_IMAGE_SIDE = 4096;
/** Longest side of an event's own pictures, in pixels: sharp across a page, light on a stadium's line. */
export const EVENT_PICTURE_SIDE = 1600;
/** Longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 480;
/** Longest side of a preview, the JPEG a photo is opened with, in pixels (IMG-01). */
export const PREVIEW_SIDE = 1600;
/** Longest sides of the AVIFs the server derives of a photo, in pixels (IMG-02). A photo has those up to the first that holds all of it. */
export const VARIANT_SIDES = [240, 480, 768, 1024, 1600] as const;
export type VariantSide = (typeof VARIANT_SIDES)[number];
/** Pixels of the JPEG that stands for a link in chats and feeds (`og:image`): wide enough for their large card, in its shape (FAN-11). */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** Side of an avatar, in pixels: sharp at 72 CSS pixels on any phone, and light in lists. */
export const AVATAR_SIDE = 288;
/** Pictures whose header claims more pixels than this are refused before decoding (T12, decompression bombs). */
export const MAX_SOURCE_PIXELS = 100_000_000;
/** Longest side of a photo by its shortest: a narrower one has a side of a few pixels in lists, or none (PST-07h). */
export const MAX_ASPECT = 100;
/** Largest file a fan may pick, in bytes. */
export const MAX_SOURCE_BYTES = 60 * 1024 * 1024;
/** Largest object the store accepts, in bytes. A 4096-px JPEG at our quality stays far below. By use and pixels: PICTURE_BYTES. */
export const MAX_OBJECT_BYTES = 25 * 1024 * 1024;
/**
 * What one fan may have stored without having registered it (SAF-10): objects, and bytes of them. A post of 15 photos is 45 objects
 * of about 65 MB, and a queue registers each post before it stores the next; so this is room for five posts of several devices,
 * and for four hours like that. Until they are registered, or taken away after 15 days (`COLLECT_AFTER_MS`), they hold their place.
 */
export const UNREGISTERED_UPLOADS = {
  inWindow: { count: 240, bytes: 512 * 1024 * 1024, windowMs: 60 * 60_000 },
  altogether: { count: 960, bytes: 2 * 1024 * 1024 * 1024 },
} as const;
/** What one run of the job that removes orphaned objects looks at: uploads, places, and objects listed (HLF-06). */
export const ORPHANS_PER_RUN = { uploads: 2_000, places: 1_000, listed: 50_000 } as const;
/** Accounts one run asks the identity provider for. */
export const ACCOUNTS_PER_RUN = 500;
/**
 * So many of the accounts asked for together, and more than this share of them, are not taken for gone: of fans who were here an hour
 * ago one in thousands leaves, so most of them at once means a pool that was emptied or replaced. What is deleted cannot be undone.
 */
export const TOO_MANY_GONE = { count: 10, share: 0.5 } as const;
/** Rows that have expired which one statement removes, far within its time limit, and one run of the job in each table. */
export const EXPIRED_PER_RUN = { statement: 2_000, table: 100_000 } as const;
/** Bytes that stay free on the disk of stored pictures: the database beside them must never find it full (SAF-10). */
export const MIN_FREE_BYTES = 512 * 1024 * 1024;
/** Files that can still be made there: a disk can have bytes left and no room for one more file. */
export const MIN_FREE_FILES = 2_000;
/** JPEG quality of what we publish, 0–1. */
export const JPEG_QUALITY = 0.86;
export const THUMBNAIL_QUALITY = 0.78;
export const PREVIEW_QUALITY = 0.7;

/** Faces shown of who likes a photo; the rest is a number. */
export const LIKERS_SHOWN = 5;

/** Photos in one post (§9). */
export const PHOTOS_PER_POST = { desktop: 15, mobile: 5 } as const;
/** Photos kept that were shared from outside the form: more than any post takes, so that the form can say what it left out. */
export const SHARED_PHOTOS_MAX = 60;

/** Files read of folders that were dropped on the form, for the same reason; a disk dropped by mistake ends there. */
export const DROPPED_FILES_MAX = 300;

/**
 * Bytes of UTF-8 a text may have for each character of its limit: 'characters' below are what a person counts (grapheme clusters, §5),
 * and one of those, a family of emoji or a letter under a heap of accents, may be of any length.
 */
export const BYTES_PER_CHARACTER = 32;
/** Characters of a message (§5). */
export const MESSAGE_MAX = 500;
/** Default text area height hint of the message field, in pixels (§9). */
export const MESSAGE_AREA = 160;
/** Characters of a photo's alt text. */
export const ALT_MAX = 200;
export const HASHTAG_MAX = 50;
export const HASHTAGS_PER_PHOTO = 30;
export const PLAYER_NAME_MAX = 60;
export const PLAYERS_PER_PHOTO = 20;
/** Characters of a place's name (`photo_location`): of a photo, and of each in an event's list. */
export const LOCATION_MAX = 60;
/**
 * The highest of each bound above that any build had (ADR 35). Forms let a fan write up to the bound. The server accepts up to this: posts
 * of older builds wait on devices, and edits send back what a photo has. Who lowers a bound writes its old number here.
 */
export const ACCEPTED = {
  message: MESSAGE_MAX,
  alt: ALT_MAX,
  hashtag: HASHTAG_MAX,
  hashtags: HASHTAGS_PER_PHOTO,
  playerName: PLAYER_NAME_MAX,
  players: PLAYERS_PER_PHOTO,
  location: LOCATION_MAX,
} as const;
export const COMMENT_MAX = 500;
/** Characters of the name of a picked file, which only its author is ever told. */
export const FILE_NAME_MAX = 255;
export const EVENT_NAME_MAX = 40;
export const EVENT_TEXT_MAX = 500;
/** Event post_limit bounds (§5). */
export const POST_LIMIT = { min: 1, max: 100 } as const;
/** Shooting locations of an event: how many, and bytes of UTF-8 of all of them. Every list of events carries them. */
export const EVENT_LOCATIONS = { count: 50, bytes: 4 * 1024 } as const;
/** Own events of one fan in one tenant whose period is not over. */
export const EVENTS_PER_FAN = 50;

/** Length of a random object name (§7): 20 alphanumerics. */
export const OBJECT_NAME_LENGTH = 20;

/**
 * Persons that are named of an event or a season, those shown most first: fans may write any name. Of a season, and where one event's
 * persons are asked for, the tenant's own are named beyond that.
 */
export const PERSONS_LISTED = 200;

/** Photos that can be selected at once: what is done with them goes one call after the other. */
export const SELECTED_MAX = 200;
/** Photos, and bytes of them, that go to the device's share sheet at once: more than that apps refuse. */
export const SHARED_AT_ONCE = { photos: 10, bytes: 60 * 1024 * 1024 } as const;
/** Bytes of one ZIP where it is made in memory: phones end a page that takes much more. */
export const ZIP_PART_BYTES = 200 * 1024 * 1024;
/** Days the pictures of a ZIP that was not finished wait on the device. */
export const UNFINISHED_ZIP_DAYS = 7;
/** Characters the event's name takes in the name of a saved photo, and all persons together. */
export const SAVED_NAME_MAX = { event: 30, persons: 24 } as const;

/** Rows of one page of a public list. Keyset paging goes on from there. */
export const LIST_PAGE = 30;
/** Milliseconds without the first of what a page needs, after which it says that it takes long (DAT-04). */
export const LONG_WAIT_MS = 10_000;
/** Most rows a caller may ask for at once (§7: l=100). */
export const LIST_PAGE_MAX = 100;
/** The best-liked photos are looked for among so many of the newest (FAN-06). */
export const POPULAR_AMONG = 300;
/**
 * The strip above an event's photos (FAN-18): at most `shown` photos, none where fewer than `min` qualify or the event has fewer than
 * `photosMin`. `among`: most liked, newest and marked photos that are looked at, each. `halfLifeMs`: after it a like counts half.
 */
export const BEST_OF_EVENT = {
  shown: 8,
  min: 4,
  photosMin: 24,
  among: 300,
  halfLifeMs: 48 * 60 * 60 * 1000,
} as const;
/** The ranking of fans (FAN-19): fans that are listed, and fans before one who is not listed that are counted, at most. */
export const FAN_RANKING = { shown: 50, counted: 10_000 } as const;
/** Photos of each list in the left column (FAN-10). */
export const RAIL_PHOTOS = 3;
/** Photos that are asked for where those of the event on the page are left out (FAN-10). */
export const RAIL_ASKED = 12;
/** Photos home shows of the match of yesterday (FAN-09), and in each of the fan's own strips (FAN-05, FAN-06). */
export const HOME_STRIPS = { matchBest: 10, own: 8 } as const;
/** Photos of the own page's memories, years they reach back, and of how many of the newest the last match is looked for (FAN-23). */
export const MEMORY_PHOTOS = 12;
export const MEMORY_YEARS = 10;
export const MEMORY_LOOKED_AT = 200;
/** Hours of Tokyo in which fans are notified of memories: from the first, before the second. A server that was down catches up (FAN-23). */
export const MEMORY_HOURS = { from: 10, until: 20 } as const;
/** Most rows of a shared list (events, persons …). */
export const UNPAGED_LIST_MAX = 2000;
/** Players whose reading one search may fit, to find photos of them by it (FAN-25b): more are no name. */
export const READINGS_MAX = 20;
/** Newest photos of a person among which the best-liked one is looked for: bounds what a picture of everybody costs. */
export const PERSON_PICTURE_PHOTOS = 100;
/** Related photos: fetched and shown (§9). */
export const RELATED = { fetched: 100, shown: 20 } as const;
/** Recommended events at most (§9). */
export const RECOMMENDED_EVENTS = 5;
/** Popular keywords in the panel, and in the default list (§9). */
export const POPULAR_WORDS = { panel: 4, list: 10 } as const;

/** Shared data cache (§9): session storage, 5 minutes, version 2.00. */
export const REFERENCE_DATA = { maxAgeMs: 5 * 60_000, version: '2.00' } as const;

/** Layout turns mobile at this width and below, in CSS pixels (§2). */
export const MOBILE_MAX_WIDTH = 768;
/** Fixed viewport width of tablets (§2). */
export const TABLET_VIEWPORT = 1800;
/** Modals open after this delay (§2). */
export const MODAL_DELAY_MS = 10;
/** A photo counts as seen from this share on screen (§9). */
export const VISIBILITY_THRESHOLD = 0.1;
/** Face boxes are drawn at this multiple of the detected size (§9). */
export const FACE_BOX_SCALE = 1.2;

/** Fixed reaction value (§3). */
export const REACTION_VALUE = '1';
/** All dates are of this zone (§9). */
export const TIME_ZONE = 'Asia/Tokyo';
/** public_list_id of event photos. The value is not shown in the spec; ours. */
export const EVENT_PUBLIC_LIST_ID = 'event';
export const IDENTITY_REGION = 'ap-northeast-1';
/** Minutes an account stays locked after repeated failures (§8). */
export const LOCKOUT_MINUTES = 15;
/** Password bounds: not shown in the spec, kept by our identity provider and shown as a hint. */
export const PASSWORD = { min: 8, max: 256 } as const;

/** Network-first answers fall back to the cache after this long, in milliseconds. */
export const NETWORK_DEADLINE_MS = 2_500;
/**
 * Bounds of the image caches in the worker (IMG-04): some 3,000 pictures of lists, 400 opened ones, 20 originals. Bytes count; the
 * number only keeps the record of them short.
 */
export const IMAGE_CACHE = {
  thumbnails: { maxBytes: 64 * 1024 * 1024, maxEntries: 5_000 },
  previews: { maxBytes: 48 * 1024 * 1024, maxEntries: 1_000 },
  originals: { maxBytes: 48 * 1024 * 1024, maxEntries: 150 },
  maxAgeDays: 30,
} as const;
/**
 * Matches a fan keeps to be seen without signal (KEP-01). `budgets`: bytes the fan may choose as the bound of all of them, `budget`
 * before a choice. `photosMax`: of one event or player, the newest. `meanBytes`: of a photo nobody has measured. `spareBytes` stay free
 * on the device. `checkMs`: between two looks for what is new.
 */
export const KEPT = {
  budgets: [200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000],
  budget: 500_000_000,
  photosMax: 3_000,
  meanBytes: 120_000,
  spareBytes: 50_000_000,
  atOnce: 4,
  checkMs: 5 * 60_000,
} as const;
/** Of an original nobody has measured, in bytes: what a phone's camera makes. */
export const ORIGINAL_MEAN_BYTES = 4_000_000;
/** Bounds of the cached answers of /f. */
export const ANSWER_CACHE = { maxEntries: 300, maxAgeDays: 30 } as const;

/**
 * Bounds per network address. Generous: 20,000 fans of a stadium may share one. `windowMs` in milliseconds. `signIns`: sign-ins begun
 * and not ended well, less one for each account that did sign in there: among honest fans failures never outnumber them. `refreshes`:
 * unknown refresh tokens, which nobody guesses: fans who come back after a month. `codes`: wrong codes; apart from them, mailed codes that
 * have not come back. Accounts are bounded as well, and far more tightly (`IDENTITY_LIMITS`).
 */
export const RATE_LIMITS = {
  anonymousWrites: { count: 60_000, windowMs: 10 * 60_000 },
  signIns: { count: 1_000, windowMs: 15 * 60_000 },
  refreshes: { count: 40_000, windowMs: 15 * 60_000 },
  codes: { count: 300, windowMs: 60 * 60_000 },
} as const;

/**
 * Bounds of the identity provider per account (`windowMs` in milliseconds). `each`: one known device, or one network for all
 * browsers the account is not known on. `strangers`: all such networks together. `devices`: all known devices together; to have
 * one takes the password or the mailbox, so nobody else uses this room up (OWASP device cookies).
 */
export const IDENTITY_LIMITS = {
  /** Wrong passwords (§8: locked for 15 minutes). Strangers altogether: 2,400 a day at the most. */
  passwords: {
    each: { count: 5, windowMs: LOCKOUT_MINUTES * 60_000 },
    strangers: { count: 100, windowMs: 60 * 60_000 },
    devices: { count: 50, windowMs: 24 * 60 * 60_000 },
  },
  /**
   * Wrong codes. When strangers have used up theirs, codes of 6 digits are good no longer and those mailed from then on have 12:
   * nobody is shut out. The chance that strangers guess a code: 40 in a million a day of 6 digits for a reset (two may be good at
   * once), 60 for a sign-up (`SHORT_SIGN_UP_CODES`); of 12 digits one in a million for a million tries.
   */
  codes: {
    each: { count: 5, windowMs: LOCKOUT_MINUTES * 60_000 },
    strangers: { count: 20, windowMs: 24 * 60 * 60_000 },
    devices: { count: 20, windowMs: 24 * 60 * 60_000 },
  },
  /**
   * Mails with codes to one address. When strangers or devices have used up theirs, no further mail leaves: a code that is
   * still good is in the mailbox. Sign-ups have a code each, so they are refused then.
   */
  mails: {
    each: { count: 5, windowMs: 60 * 60_000 },
    strangers: { count: 10, windowMs: 60 * 60_000 },
    devices: { count: 10, windowMs: 60 * 60_000 },
    signUps: { count: 20, windowMs: 60 * 60_000 },
  },
  /** Passwords one mailed code may come with that are refused. */
  refusedPasswords: 20,
  /** Good sign-ins and refreshes of one account. */
  signIns: { count: 100, windowMs: 15 * 60_000 },
  refreshes: { count: 300, windowMs: 15 * 60_000 },
  /** Sign-ups of addresses that have an account, per network: §8 has the answer say so. */
  takenAddresses: { count: 100, windowMs: 60 * 60_000 },
} as const;
/** Digits of a mailed code, and of one while somebody guesses. */
export const CODE_DIGITS = { usual: 6, guarded: 12 } as const;
/** Sign-ups of one address that wait for their code and have a short one; codes of further ones are long. */
export const SHORT_SIGN_UP_CODES = 3;

/**
 * Bounds of calls that reach other people or cost much, per fan and per network, counted in the database so that all
 * server copies share them. A stand full of fans behind one address is one network. `windowMs` in milliseconds.
 */
export const CALL_LIMITS = {
  posts: { fan: { count: 120, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  originals: { fan: { count: 1_200, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  /** A fan edits one photo after the other: room for three selections (SELECTED_MAX). */
  captions: { fan: { count: 600, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  comments: { fan: { count: 60, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  reports: { fan: { count: 30, windowMs: 60 * 60_000 }, network: { count: 3_000, windowMs: 60 * 60_000 } },
  events: { fan: { count: 60, windowMs: 60 * 60_000 }, network: { count: 3_000, windowMs: 60 * 60_000 } },
  follows: { fan: { count: 300, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  exports: { fan: { count: 10, windowMs: 60 * 60_000 }, network: { count: 1_000, windowMs: 60 * 60_000 } },
  contacts: { fan: { count: 10, windowMs: 60 * 60_000 }, network: { count: 3_000, windowMs: 60 * 60_000 } },
  /** Chosen search words: a choice of persons is a call each. */
  words: { fan: { count: 300, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
  waiting: { fan: { count: 120, windowMs: 60 * 60_000 }, network: { count: 100_000, windowMs: 60 * 60_000 } },
  devices: { fan: { count: 60, windowMs: 60 * 60_000 }, network: { count: 20_000, windowMs: 60 * 60_000 } },
  /** Giving and withdrawing permission for photo use: each change leaves a record. */
  permissions: { fan: { count: 60, windowMs: 60 * 60_000 }, network: { count: 100_000, windowMs: 60 * 60_000 } },
  /** Joining a tenant, or agreeing to its newer rules: costs two calls of Amazon's user pool. */
  memberships: { fan: { count: 120, windowMs: 10 * 60_000 }, network: { count: 100_000, windowMs: 10 * 60_000 } },
} as const;
export type CallLimit = keyof typeof CALL_LIMITS;
/**
 * How long a shared cache in front of the server gives an anonymous answer again, in seconds: `freshS` as it is, `staleS` more while
 * it asks for a new one or cannot be answered (HLF-10). What was hidden or deleted is seen there for the sum of both at the most.
 */
export const EDGE_CACHE = { freshS: 5, staleS: 15 } as const;
/**
 * Times a fan's own attributes are asked for at Amazon's user pool, whose quota all fans share; beyond it the fan is answered what is
 * known here. Room for several tabs and devices.
 */
export const POOL_QUESTIONS = { count: 120, windowMs: 10 * 60_000 } as const;
/**
 * Messages to one tenant's operator: of visitors of one network before each costs a proof of work (SAF-32e), and of everybody. An operator
 * has to read them all.
 */
export const CONTACT_LIMITS = {
  visitors: { count: 20, windowMs: 60 * 60_000 },
  tenant: { count: 1_000, windowMs: 60 * 60_000 },
} as const;
/** Characters of any mail address, and of a message to the operator. */
export const CONTACT_MAX = { email: 254, message: 2_000 } as const;
/** Days for which a fan's notices are kept, and messages to the operator after they were dealt with (SAF-31e). */
export const KEPT_DAYS = { notice: 365, message: 730 } as const;
/** Browsers one fan is told on, in one tenant; the oldest goes for a new one. */
export const PUSH_DEVICES_MAX = 20;
/**
 * Photos that wait on a fan's devices (QUE-05e): devices of one fan in one tenant, of which the oldest goes for a new one; days until what a
 * device told is forgotten. A device tells after `tellMs` of waiting. What it told is shown elsewhere after `quietMs`. In milliseconds.
 */
export const WAITING_DEVICES = { max: 20, days: 30, tellMs: 60_000, quietMs: 10 * 60_000, photosMax: 10_000 } as const;
/** Likes of one photo are told by a push at most once in this time, in milliseconds. */
export const PUSH_REACTIONS_MS = 30 * 60_000;
/** New photos of favourite players in one event are told by a push at most once in this time, in milliseconds. */
export const PUSH_PLAYERS_MS = 60 * 60_000;
/** Photos of one followed fan are told by a push at most once in this time, in milliseconds (FAN-06). */
export const PUSH_POSTS_MS = 60 * 60_000;
/** While a notice of a followed fan's photos is unread, what they post within this time is added to it, in milliseconds (FAN-06). */
export const POST_NOTICE_MS = 6 * 60 * 60_000;
/** Base64 letters of a subscription's two keys: 65 and 16 bytes. */
export const PUSH_KEY_MAX = { p256dh: 88, auth: 24 } as const;
/** Favourite players of one fan in one tenant. */
export const FAVORITE_PLAYERS_MAX = 50;
/** Players of a fan's last posts the device remembers in one tenant. */
export const RECENT_PLAYERS_MAX = 8;
/** People one fan can mute. */
export const MUTES_MAX = 1_000;
/** People one fan can follow in one tenant: their photos are looked for with each of them. */
export const FOLLOWS_MAX = 1_000;

/** Bounds of any request body of /f, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;
/**
 * Lists may lag so long behind likes, comments and posts of others (HLF-05). Who made the change sees it at once, and everybody what is
 * deleted, hidden or set up by an operator.
 */
export const LIST_LAG_MS = 1_000;

/** Bounds of free text in a query. */
export const QUERY_TEXT_MAX = 100;
/** Words of one search that count. */
export const SEARCH_WORDS_MAX = 10;
/** Characters by which a text may grow when it is normalised for the search ('㍿' is '株式会社'); the rest is cut. */
export const NORMALISED_GROWTH = 100;
/** Opaque ids (event_id, team_id …). */
export const ID_MAX = 64;
export const NAME_MAX = 40;
export const URL_MAX = 2048;

/** Bounds of texts only operators write. */
export const NOTICE_MAX = { title: 100, body: 2_000 } as const;
export const CREDIT_TEXT_MAX = 60;
/** Of the operators' log: characters of a name and of a reason, and acts shown where no day is given. */
export const OPERATOR_LOG = { name: 100, reason: 200, shown: 100 } as const;
/** Shirt or car number. */
export const PERSON_NUMBER_MAX = 8;
/** Letters of a player's name as it is read in Latin letters (FAN-25). */
export const PERSON_READING_MAX = 60;
/** Best-shot mark of a photo. */
export const PHOTO_MARK_MAX = 20;
/** Faces one photo can name. */
export const FACES_PER_PHOTO = 50;
/** Characters of a version of the wording of the permission for photo use; records of it that a call lists. */
export const [WORDING_MAX, CONSENT_RECORDS_MAX] = [20, 100] as const;
/** A page that comes back after so long asks the server anew who its fan is (ACC-13a). */
export const ACCOUNT_STATE_MS = 5 * 60_000;
/** So long the device's database may take to open: then the page is loaded anew once, then says that the storage does not answer (T03). */
export const STORAGE_OPEN = { stepMs: 1_000, steps: 12 } as const;
