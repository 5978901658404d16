/** Name of the file with the match and the tabs on the home page. */
export const LEADING_MATCH = 'match';

/** Every path a group names, for the test that files of these names are still there. */
export const namedPaths: string[] = [];

/** Paths below `src/`, as far as they go. */
function below(...paths: readonly string[]): RegExp {
  namedPaths.push(...paths);
  return new RegExp(`[\\\\/]src[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})`);
}

/** What a fan does in one go. */
const oneGo = {
  overlays: below(
    'app/overlays/(OverlayHost|useOverlayHistory|NarrowModal|SearchModal|Shortcuts|SocialOverlay)',
    'features/search',
    'messages/jaShortcuts',
    'ui/(Confirm|Error|Result)Modal',
  ),
  post: below('features/post/(?!outbox|Picture|drawTurned|queries)', 'messages/ja(Post|Fields)'),
  cards: below('features/photo/card', 'app/pages/(SeasonCardModal|drawSeasonCard)', 'messages/jaPhotoCard'),
  outbox: below('features/post/outbox', 'app/pages/OutboxPage', 'messages/jaOutbox'),
  account: below(
    'features/account/(?!settings|SignedInOnly)',
    'app/pages/(Account|Create|Delete|Forgot|Rule)',
    'messages/ja(Account|Contact)',
  ),
  fans: below(
    'app/pages/(Member|Notices|OwnFigures|Player|Ranking|memberLists|seasonFigures)',
    'features/(ranking|notices|social/MemberSocial)',
    'messages/ja(Figures|MyPhoto|Notices|Ranking)',
  ),
  settings: below('app/pages/Settings', 'features/account/settings/(?!Crop)', 'messages/jaSettings'),
  staff: below('staff/', 'messages/jaStaff'),
  wall: below('wall/', 'messages/jaWall\\.'),
  failures: below('app/boot/parseConfig', 'app/pages/(Broken|NotFound|StartFailure|UnknownTenant)'),
};

/**
 * Which modules of the client share a file. A file each would cost a request, its name in the files that ask for it, and a fresh
 * device's worker a look of its own: what is needed in the same moment comes as one. A module goes to the group of the highest
 * priority that matches it, with all it imports that no higher one has taken: so no two files need each other, which would run one
 * before what it needs is there. What none matches stays where it is imported.
 */
export const chunkGroups = [
  // What home and gallery need for their first photos.
  { name: 'app', priority: 6, test: below('app/boot/main') },
  // The match and the tabs on the home page. The server draws them ahead, and takes their styles by this name (pageScripts.ts).
  {
    name: LEADING_MATCH,
    priority: 5,
    test: below('app/pages/(LeadingMatch|HomeTabs)\\.', 'features/event/EventPicture', 'messages/jaHome'),
  },
  // Header, menu and footer follow, with what the photos get once they are there.
  {
    name: 'chrome',
    priority: 4,
    test: below(
      'app/shell/(AppEffects|Chrome|Foot|StaleBanner)',
      'app/overlays/InstallOffer',
      'app/pages/TeamChips',
      'features/gallery/ListState',
      'features/photo/(CardReaction|EditPhoto|VirtualGrid|PendingCards)',
    ),
  },
  // With the first picture that is cropped. Its sheet has rules for more than classes: pages would have it in their HTML (pageStyles.ts).
  { name: 'crop', priority: 4, test: /[\\/](react-image-crop[\\/]|src[\\/]ui[\\/]cropFrame\.)/ },
  // Small parts of several later screens.
  {
    name: 'parts',
    priority: 3,
    test: /[\\/](lucide-react|@tanstack|src[\\/](platform[\\/]storage[\\/]favoritePlayerStore|ui|rules|session|services|queries|navigation|drafts|push|messages[\\/]ja(Age|Event|Pages|Players|Social)|features[\\/](event|member|photo(?![\\/]card)|players|search|social|account[\\/]SignedInOnly|post[\\/]queries)|app[\\/]pages[\\/](ListPages|MakeEventButton|PostButton)))\b/,
    minShareCount: 2,
  },
  // What every page starts once it is drawn: session, queue, worker.
  { name: 'services', priority: 2, test: below('app/boot/(clientServices|registerWorker)', 'queries/revalidate') },
  // The rest of those layers that several later parts need.
  {
    name: 'contract',
    priority: 2,
    test: /[\\/](valibot|idb|src[\\/](contract|outbox|platform|api))\b/,
    minShareCount: 2,
  },
  // Charts of the desk: with the first one that is shown.
  { name: 'charts', priority: 2, test: /[\\/](chart\.js|@kurkle)[\\/]|[\\/]src[\\/]staff[\\/]figures[\\/]drawChart/ },
  // Said by forms of all kinds.
  { name: 'errors', priority: 2, test: below('messages/jaErrors') },
  ...Object.entries(oneGo).map(([name, test]) => ({ name, test, priority: 1 })),
];
