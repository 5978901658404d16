/** Sentences of the outbox: what waits to be sent. Apart, because they come with its panel. */

export const outbox = {
  title: '送信待ち',
  pageLead: '投稿した写真は、この端末に安全に保存されています。電波が届くと自動で送信します。',
  empty: '送信待ちの写真はありません',
  emptyText: '投稿した写真は、電波が届くとここから自動で送信されます。',
  needsLogin: '送信待ちを見るにはログインしてください',
  /** `time`: when that device told it. */
  waitedElsewhere: (photos: number, time: string) =>
    `別の端末または消えた保存領域に、送信待ちの写真が${photos}枚ありました（${time}）`,
  waitedElsewhereText:
    '別の端末なら、電波の良いところで開くと送信されます。心当たりがなければ、自分の投稿を確かめて、もう一度投稿してください。',
  waitedElsewhereClose: '閉じる',

  /** After a post is stored on the device. */
  savedMore: 'このまま画面を閉じても大丈夫です。送信の様子は「送信待ち」で確認できます。',
  savedMoreOpen: '画面を閉じても写真は端末に残り、次に開いたときに送信します。送信の様子は「送信待ち」で確認できます。',

  /** The one line at the top. */
  summary: {
    sending: (photos: number) => `${photos}枚を送信しています`,
    waiting: (photos: number) => `${photos}枚が送信を待っています`,
    offline: (photos: number) => `電波を待っています（${photos}枚）`,
    paused: '送信を止めています',
    metered: 'Wi-Fiを待っています',
    attention: (posts: number) => `${posts}件の投稿に確認が必要です`,
    done: 'すべて送信しました',
    sendingOriginals: (photos: number) => `公開済み・フル画質を送信しています（あと${photos}枚）`,
    originals: (photos: number) => `公開済み・フル画質${photos}枚が送信待ちです`,
    originalsMetered: (photos: number) => `公開済み・フル画質${photos}枚がWi-Fiを待っています`,
  },
  summaryText: {
    sending: 'このまま別の画面を見ていても大丈夫です。',
    waiting: '電波の良いところで、自動でもう一度送信します。',
    offline: '写真は端末に保存済みです。画面を閉じても、電波が届いたら自動で送信します。',
    /** Where nothing is sent with the app closed. */
    offlineOpen: '写真は端末に保存済みです。画面を開いているときに電波が届くと、自動で送信します。',
    paused: '「送信を再開する」を押すまで送信しません。写真は端末に残っています。',
    metered: 'モバイル回線では送信しない設定です。今すぐ送りたい投稿は「今すぐ送信」を押してください。',
    attention: '写真は端末に残っています。下の投稿で、次の操作を選んでください。',
    done: '写真の投稿が完了しました。',
    sendingOriginals: '写真はもう公開されています。このまま別の画面を見ていても大丈夫です。',
    originals: '写真はもう公開されています。フル画質は、電波の良いところで自動で送信します。',
    originalsMetered: '写真はもう公開されています。フル画質は、Wi-Fiにつながると自動で送信します。',
  },
  left: {
    seconds: '残り1分未満',
    minutes: (minutes: number) => `残り約${minutes}分`,
    hours: (hours: number) => `残り約${hours}時間`,
  },
  pauseAll: '送信を止める',
  resumeAll: '送信を再開する',
  sendAll: 'すべて今すぐ送信',

  states: {
    waiting: '送信待ち',
    sending: '送信中',
    paused: '一時停止中',
    held: '停止中',
    login: 'ログインが必要',
    refused: '送信できません',
    done: '送信済み',
    sendingOriginals: 'フル画質を送信中',
    originalsHeld: '公開済み',
    originals: '公開済み',
  },
  photos: (count: number) => `${count}枚`,
  photoStates: {
    picked: '準備待ち',
    ready: '送信待ち',
    sending: '送信中',
    stored: '登録待ち',
    public: '公開済み（フル画質はあとから届きます）',
    registered: '送信済み',
    refused: 'エラー',
  },
  photoLabel: (number: number, state: string) => `${number}枚目 ${state}`,
  photoProgress: (number: number) => `${number}枚目の送信`,
  photoProblem: (number: number, text: string) => `${number}枚目: ${text}`,
  /** What of a photo the server did not take. */
  refusedField: (label: string) => `「${label}」の内容が受け付けられませんでした。`,
  refusedPicture: '写真のデータが受け付けられませんでした。',
  refusedFields: { fileName: 'ファイル名', exif: '撮影情報' },
  progress: (sent: string, total: string) => `${sent} / ${total}`,
  sentPhotos: (sent: number, total: number) => `${total}枚中${sent}枚を送信`,
  sentOriginals: (sent: number, total: number) => `フル画質 ${total}枚中${sent}枚を送信`,
  /** Public, and how its full quality stands. */
  follows: {
    sendingOriginals: '写真は公開されています。フル画質を1枚ずつ送信しています。',
    originals: '写真は公開されています。フル画質はこの端末に残っていて、順番に送信します。',
    metered:
      '写真は公開されています。フル画質は、Wi-Fiにつながると送信します。すぐに送るときは「今すぐ送信」を押してください。',
    paused: '写真は公開されています。フル画質は、送信を再開すると送ります。',
  },
  originalsFailed: (text: string) => `写真は公開されています。フル画質は前回送信できませんでした: ${text}`,
  oldOriginals:
    '写真は公開されていますが、フル画質を3日以上送信できていません。電波の良い場所でこの画面を開いてください。',
  originalProblem: (number: number, text: string) => `${number}枚目のフル画質: ${text}`,
  originalsRefused: '写真は公開されています。次の写真のフル画質は送信できません。',
  originalsAdvice: 'フル画質は、この端末に保存できます。送信をやめると、写真はいまの画質のまま公開されます。',
  preparing: '写真を準備しています',

  sendNow: '今すぐ送信',
  retry: 'もう一度送信する',
  pause: '一時停止',
  resume: '再開',
  edit: '内容を編集',
  move: '別の企画に変更',
  more: 'そのほかの操作',
  cancel: '投稿を取り消す',
  cancelAsk: 'この投稿を取り消しますか？ まだ送信していない写真は、この画面からは取り出せなくなります。',
  cancelRestAsk: (sent: number) =>
    `送信できていない写真を取り消しますか？ 投稿済みの${sent}枚はそのまま残ります。取り消した写真は、この画面からは取り出せなくなります。`,
  /** Some are public, and their originals still here. */
  cancelPublicAsk: (shown: number) =>
    `送信できていない写真を取り消しますか？ 公開済みの${shown}枚は、そのまま公開されます。まだ送っていないフル画質は送信されません。取り消した写真は、この画面からは取り出せなくなります。`,
  drop: 'フル画質の送信をやめる',
  dropAsk: (photos: number) =>
    `${photos}枚のフル画質の送信をやめますか？ 写真は、長辺1600ピクセルの画質のまま公開されます。この端末に残しているフル画質のデータは消えます。`,
  dropAction: '送信をやめる',
  dropped: 'フル画質の送信をやめました。写真は公開されています。',
  cancelAction: '取り消す',
  cancelled: '投稿を取り消しました。',
  /** What else came of it. */
  cancelEnds: {
    /** The answer to its registration was lost, and it stopped for good: nobody knows whether the server has it. */
    uncertain: '送信待ちから取り消しました。登録が届いていた写真は、公開されていることがあります。',
    registering: '登録が始まったため、いまは取り消せません。送信が終わったら、投稿の編集から削除できます。',
    published:
      '確認している間に公開された写真があるため、取り消していません。公開された写真は、投稿の編集から削除できます。',
    gone: 'この投稿は、もう送信待ちにありません。',
  },
  save: '端末に保存',
  saved: (count: number) => `${count}枚を端末に保存しました。`,
  saveFailed: '写真を保存できませんでした。',
  saveSome: (saved: number, lost: number) =>
    `${saved}枚を端末に保存しました。${lost}枚はデータが失われていて保存できませんでした。`,
  actionFailed: '操作できませんでした。もう一度お試しください。',
  login: 'ログインする',
  loginText: '送信するには、投稿したときのアカウントでログインしてください。写真は端末に残っています。',
  agree: '利用規約を見る',
  others: '別のアカウントの投稿が待っています',
  othersText: (count: number) => `${count}件の投稿が、そのアカウントでのログインを待っています。内容は表示されません。`,
  waitingSince: (age: string) => `${age}から待っています`,
  old: '3日以上送信できていません。電波の良い場所でこの画面を開くか、写真を端末に保存してください。',
  /** Browsers that clear a site's storage after a week without a visit (T09). */
  oldUnsafe:
    '3日以上送信できていません。このブラウザーは、しばらく開かないサイトの写真を消すことがあります。電波の良い場所でこの画面を開くか、写真を端末に保存してください。',
  /** An app on the home screen of an iPhone starts with empty storage (T11). */
  beforeInstall:
    'ホーム画面に追加するのは、送信が終わってからにしてください。追加したアプリには、ここで待っている写真は移りません。',
  nextTry: (minutes: number) => (minutes < 1 ? 'まもなく自動で送信します。' : `約${minutes}分後に自動で送信します。`),
  failed: (text: string) => `前回は送信できませんでした: ${text}`,
  partly: (refused: number, sent: number) => `${sent}枚は投稿できました。${refused}枚は次の理由で送信できません。`,
  /** What to do about a permanent refusal. */
  advice: {
    EVENT_OVER: '写真は端末に残っています。別の企画に変更すると、そのまま投稿できます。',
    EVENT_NOT_STARTED: '開催が始まってから「もう一度送信する」を押してください。',
    EVENT_NOT_FOUND: '写真は端末に残っています。別の企画に変更すると、そのまま投稿できます。',
    POST_LIMIT_REACHED: '写真は端末に残っています。別の企画に変更するか、端末に保存してください。',
    NOT_A_MEMBER: '利用規約に同意してから「もう一度送信する」を押してください。',
    NOT_ALLOWED: 'この企画に投稿できる方が限られています。別の企画に変更できます。',
    SUSPENDED: '写真は端末に残っています。停止が終わってから「もう一度送信する」を押してください。',
    AccessDenied: '一度ログアウトして、ログインし直してから「もう一度送信する」を押してください。',
    MEDIA_URL_TAKEN: '写真を端末に保存してから、もう一度投稿してください。',
    INVALID_REQUEST: '内容を編集してから「もう一度送信する」を押してください。',
    BODY_TOO_LARGE: '内容を短くしてから「もう一度送信する」を押してください。',
    BYTES_LOST: 'この写真は送信できません。元の写真が端末に残っていれば、もう一度投稿してください。',
    CANVAS_BLOCKED: 'ブラウザーの設定を変えてから「もう一度送信する」を押してください。',
    OF_PHOTO: 'この写真だけ送信できません。端末に保存してから、投稿を取り消してください。',
    OTHER: '写真は端末に保存できます。直らないときは、お問い合わせください。',
  },

  sentTitle: '最近送信した投稿',
  sentAt: (age: string) => `${age}に送信`,
  seeEvent: (name: string) => `${name}を見る`,

  settings: '送信の設定',
  onMetered: 'モバイル回線での送信',
  onMeteredSaver: '端末のデータセーバーがオンの間',
  onMeteredChoices: {
    everything: { label: 'すべて送信する', hint: '写真を先に公開し、続けてフル画質も送信します。' },
    posts: {
      label: 'フル画質はWi-Fiのときだけ',
      hint: '写真は軽い画質ですぐに公開し、フル画質はWi-Fiにつながってから送信します。',
    },
    nothing: { label: 'Wi-Fiのときだけ送信する', hint: 'Wi-Fiにつながるまで、写真は公開されません。' },
  },
  storage: (used: string) => `送信待ちの写真は端末に${used}あります。送信が終わると自動で消えます。`,

  notifyAsk: '送信が終わったら通知しますか？',
  notifyText: '画面を閉じていても、送信の完了や問題をお知らせします。',
  notifyYes: '通知を受け取る',
  notifyNo: '今はしない',
  notifyOn: '送信の完了を通知でお知らせします。',
  notifyDenied: 'この端末の設定で通知が止められています。',
} as const;

export const outboxEdit = {
  title: '投稿内容を編集',
  common: 'すべての写真に共通の内容',
  onePhoto: (number: number) => `${number}枚目の内容`,
  photos: '写真を選ぶと、その写真だけ内容を変えられます。',
  photoLabel: (number: number) => `${number}枚目`,
  all: 'すべて共通',
  own: 'この写真だけ内容を変える',
  save: '変更を保存',
  saved: '投稿内容を変更しました。',
  leaveAsk: '変更した内容はまだ保存されていません。変更を破棄して閉じますか？',
  tooLate: '登録が始まったため、ここでは変更できません。送信が終わったら、投稿の編集から変更できます。',
  gone: 'この投稿は送信が終わりました。投稿の編集から変更できます。',
} as const;

export const outboxMove = {
  title: '別の企画に変更',
  from: (name: string) => `「${name}」に投稿する予定だった写真です。`,
  choose: '投稿先の企画',
  none: 'いま投稿できる企画がありません',
  noneText: '開催が始まると選べます。写真は端末に残っています。',
  failed: '企画を読み込めませんでした',
  failedText: '電波の良い場所でもう一度お試しください。写真は端末に残っています。',
  loading: '企画を読み込んでいます',
  room: (count: number) => `あと ${count} 枚投稿できます`,
  full: '投稿可能枚数に達しました',
  tooMany: (photos: number) => `この投稿は${photos}枚あるため、入りません`,
  submit: 'この企画に変更する',
  moved: (name: string) => `投稿先を「${name}」に変更しました。`,
  elsewhere: (site: string) => `${site}への投稿です。${site}の画面で変更してください。`,
  goThere: (site: string) => `${site}で開く`,
} as const;
