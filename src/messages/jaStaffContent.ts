/** Sentences of the desk's pages about events, seasons, teams and players. They come with the desk's script. */
import type { RecordFault } from '../contract/recordFaults.ts';
import type { RecordKind } from '../contract/staffContentEndpoints.ts';

export const recordKindNames: Readonly<Record<RecordKind, string>> = {
  events: '企画',
  seasons: 'シーズン',
  teams: 'チーム',
  persons: '人物',
  ambassadors: 'アンバサダー',
  'reserved-names': '予約名',
  'credit-settings': 'クレジット表記',
};

export const recordKindLeads: Partial<Readonly<Record<RecordKind, string>>> = {
  events: 'クラブの企画だけを表示します。ファンの企画は、作成したファンだけが編集できます。',
  'reserved-names': 'クラブやスタッフの名前など、持ち主以外が名乗れない名前です。',
  ambassadors: 'クラブが任命したファンです。IDは「ユーザー」のページで確認できます。',
};

/** Labels of fields, by kind and name. */
export const recordLabels: Readonly<Record<RecordKind, Readonly<Record<string, string>>>> = {
  events: {
    event_id: 'ID',
    event_name: '企画名',
    event_type: '種類',
    event_date: '開催日',
    crawl_period_start: '投稿の受付開始',
    crawl_period_end: '投稿の受付終了',
    season_id: 'シーズン',
    category: 'カテゴリー',
    subCategory: 'サブカテゴリー',
    public_message: '概要',
    thumbnail: 'サムネイル',
    descriptive_title: '説明の見出し',
    descriptive_text: '説明',
    descriptive_photo: '説明の写真',
    photo_location: '撮影場所',
    post_limit: '1人の投稿枚数の上限',
    ambassadorLimited: 'アンバサダーだけが投稿できる',
    officialLimited: '公式アカウントだけが投稿できる',
    personLimited: '一覧の人物だけが投稿できる',
    userLimited: '投稿できるユーザー',
    premium_user_ids: 'プレミアムユーザー',
    usepermit_flag: '最初の投稿で写真利用の許諾をたずねる',
    user_id: '作成したファン',
  },
  seasons: {
    season_id: 'ID',
    season_name: 'シーズン名',
    season_period_start: '開始',
    season_period_end: '終了',
  },
  teams: {
    team_id: 'ID',
    team_name: 'チーム名',
    object_key: 'エンブレム',
    gender: '男女',
    position: '表示順',
  },
  persons: {
    name: '名前',
    number: '背番号',
    reading: 'ローマ字',
    team_id: 'チーム',
    season_ids: '所属シーズン',
    picture: 'プロフィール写真',
    position: '表示順',
  },
  ambassadors: {
    ambassador_user_id: 'ユーザーID',
    ambassador_name: '表示する名前',
    object_key: 'アイコン',
    position: '表示順',
  },
  'reserved-names': { name: '名前', owner: '持ち主' },
  'credit-settings': {
    type: '表記の種類',
    official_label: '公式の表記',
    ambassador: 'アンバサダーの写真を公式として表記する',
    extra_text: '追加の文字',
  },
};

export const recordHints: Readonly<Record<string, string>> = {
  'events.photo_location': '1行に1つ',
  'events.userLimited': '名前またはIDを1行に1つ。空なら、だれでも投稿できます。',
  'events.premium_user_ids': 'バッジを付けるユーザーのID。1行に1つ。',
  'events.post_limit': '空なら、上限はありません。',
  'events.public_message': '一覧と企画のページに表示されます。',
  'persons.name': '「,」は使えません。あとから変えるには「名前をまとめる」を使います。',
  'persons.season_ids': '投稿の画面では、今のシーズンの人物が先に並びます。選ばなければ、いつも先に並びます。',
  'persons.position': '空なら、最後に並びます。',
  'teams.position': '空なら、最後に並びます。',
  'ambassadors.position': '空なら、最後に並びます。',
  'teams.object_key': '画像のパス（例：/team.svg）',
  'ambassadors.object_key': '画像のパス（例：/icon.svg）',
  'reserved-names.owner': 'ユーザーのID。だれのものでもない名前は none',
};

export const recordChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'events.event_type': {
    official: '公式',
    photocon: 'フォトコンテスト',
    memorial: 'メモリアル',
    ambassador: 'アンバサダー',
    others: 'その他',
  },
  'teams.gender': { '': '区別しない', m: '男子', f: '女子' },
  'credit-settings.type': { A: '公式の表記', B: '投稿者の名前', C: '公式の表記と投稿者の名前', D: '表記しない' },
  'credit-settings.ambassador': { ON: 'する', OFF: 'しない' },
};

export const recordSections = {
  basic: '基本',
  period: '日程',
  texts: '説明',
  pictures: '画像',
  posting: '投稿の条件',
} as const;

const about = (text: string) => (text === '' ? '' : `「${text}」`);
const fieldNames: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(recordLabels));

/** What is wrong with a field, by the fault's code. */
const faultTexts: Readonly<Record<RecordFault, (about: string) => string>> = {
  alike: (name) => `${about(name)}と、空白や全角・半角だけが違います。`,
  ambiguous: (name) => `${about(name)}という名前のユーザーが複数います。IDを入力してください。`,
  comma: () => '「,」は使えません。',
  day: () => '日付を正しく入力してください。',
  empty: () => '入力してください。',
  fans: () => 'ファンが作成した企画は変更できません。',
  foreignPicture: () => 'ほかのクラブの画像は使えません。',
  full: (max) => `登録できるのは${max}件までです。`,
  letters: () => '使えない文字があります。IDに使えるのは、半角の英数字と - _ です。',
  link: () => 'https:// で始まるアドレスか、サイト内のパスを入力してください。',
  missing: () => '入力してください。',
  moment: () => '日時を正しく入力してください。',
  needsOwner: (people) => `この名前を使っている人がいます：${people}。持ち主のID、または none を入力してください。`,
  moved: (into) => `この企画の投稿は、ほかの企画（${into}）に移っています。`,
  notAFile: () => 'CSVファイルとして読み込めません。「CSV UTF-8」で保存したファイルを選んでください。',
  past: () => 'これからの日時にしてください。',
  picture: () => '画像のパスが正しくありません。',
  product: () => 'この行は変更できません。',
  reversed: (field) => `${about(fieldNames[field] ?? field)}より前になっています。`,
  sameRow: (line) => `${line}行目と同じものです。`,
  season: (photos) => `投稿が${photos}枚あるため、シーズンは変更できません。`,
  tags: () => 'HTMLタグは使えません。',
  tooLarge: (max) => `${max}以下にしてください。`,
  tooLong: (max) => `${max}文字以内にしてください。`,
  tooMany: (max) => `${max}件以内にしてください。`,
  tooSmall: (min) => `${min}以上にしてください。`,
  twice: () => '同じ列が2つあります。',
  unknown: (name) => `${about(name)}は見つかりません。`,
  unknownField: (name) => `${about(name)}という列はありません。`,
  used: (count) => `使われているため、削除できません（${count}件）。`,
  wrong: () => '正しくありません。',
};

export const faultText = (code: RecordFault, what: string): string => faultTexts[code](what);

/** A fault of a file, with its row and field. */
export const faultLine = (line: number, field: string, text: string): string =>
  `${line === 0 ? '' : `${line}行目　`}${field === '' ? '' : `${field}：`}${text}`;

export const recordsPage = {
  kinds: '表示する内容',
  search: '名前で絞り込む',
  add: (kind: string) => `${kind}を追加`,
  edit: (name: string) => `${name}を編集`,
  none: (kind: string) => `${kind}はまだありません`,
  notFound: '見つかりませんでした',
  views: '表示のしかた',
  list: '一覧',
  calendar: 'カレンダー',
  states: { before: '開催前', during: '開催中', after: '終了' },
  copyLast: '前回の公式企画をコピー',
  noLast: 'コピーできる公式企画がありません',
  end: '今すぐ終了',
  endOf: (name: string) => `${name}を今すぐ終了`,
  askEnd: (name: string) => `「${name}」の投稿の受付を今すぐ終了しますか？ 終了後に届いた投稿は受け付けません。`,
  ended: '投稿の受付を終了しました',
  more: (count: number) => `ほかに${count}件`,
  showMore: '続きを見る',
} as const;

export const recordForm = {
  newTitle: (kind: string) => `${kind}を追加`,
  editTitle: (kind: string) => `${kind}を編集`,
  save: '保存する',
  saved: '保存しました',
  remove: '削除する',
  removed: '削除しました',
  askRemove: (name: string) => `「${name}」を削除しますか？ 元に戻せません。`,
  fixed: 'あとから変更できません',
  unset: '選択しない',
  noneListed: 'シーズンがまだありません。「企画」のページで追加できます。',
  refused: '保存していません。赤い文字の項目を直してください。',
  refusedOther: (texts: string) => `保存していません。${texts}`,
  changed: 'ほかの担当者が先に変更しました。まだ保存していません。',
  difference: (label: string, theirs: string) => `${label}：${theirs}`,
  empty: '（空）',
  overwrite: '自分の内容で保存する',
  takeTheirs: 'ほかの担当者の内容を読み込む',
  gone: 'ほかの担当者が削除しました。入力した内容で、新しく追加できます。',
  addAgain: '新しく追加する',
  leaveAsk: '入力した内容はまだ保存していません。',
  leave: '保存せずに閉じる',
  stay: '入力を続ける',
  picture: '画像を選ぶ（JPEG）',
  pictureOf: (label: string) => `${label}の画像を選ぶ（JPEG）`,
  removePicture: (label: string) => `${label}を外す`,
  preparing: '画像を準備しています…',
  preview: '写真の下に表示される文字',
  previewFan: (line: string) => `ファンの写真：${line || '（表記なし）'}`,
  previewAmbassador: (line: string) => `アンバサダーの写真：${line || '（表記なし）'}`,
  previewName: 'みなと',
  suspended: 'あなたはこのページの担当ではなくなりました。入力した内容は保存できません。必要ならコピーしてください。',
} as const;

export const wordsPage = {
  popular: '人気の検索ワード',
  popularLead: 'ファンの検索画面に表示される言葉です。隠すと、表記の違う同じ言葉も表示されません。',
  none: '人気の検索ワードはまだありません',
  hidden: '隠した言葉',
  noneHidden: '隠した言葉はありません',
  count: (count: number) => `${count}回`,
  hide: '隠す',
  hideOf: (word: string) => `「${word}」を隠す`,
  show: '表示する',
  showOf: (word: string) => `「${word}」をまた表示する`,
  word: '隠す言葉',
  isHidden: (word: string) => `「${word}」を隠しました`,
  isShown: (word: string) => `「${word}」をまた表示します`,
} as const;

/** Sample hashtags of the post form (STF-20c). */
export const sampleTags = {
  title: 'ハッシュタグの例',
  lead: '投稿の画面で、押すだけで付けられるハッシュタグです。並び順のまま表示されます。',
  field: 'ハッシュタグの例',
  hint: (max: number) => `1行に1つ、${max}個まで。#は付けなくてもかまいません。`,
  save: '例を保存する',
  saved: 'ハッシュタグの例を保存しました',
  reset: '初期の例に戻す',
  askReset: '担当者が決めた例をやめて、初期の例に戻しますか？',
  isDefault: '今は初期の例を表示しています。',
  missing: 'ハッシュタグを1つ以上入力してください。',
  cut: (max: number) =>
    `同じもの、長すぎるもの、${max}個を超えたものを除きました。確認して、もう一度保存してください。`,
  changed: 'ほかの担当者が先に変更しました。まだ保存していません。今の例：',
  overwrite: '自分の内容で保存する',
} as const;

/** Words that hold back what has them (STF-11b). */
export const heldWords = {
  title: '止める言葉',
  lead: 'この言葉を含む写真やコメントは、表示される前にここに届き、確認が終わるまで表示されません。表記の違う同じ言葉も止まります。すでにある写真やコメントは変わりません。',
  none: '止める言葉はありません',
  word: '止める言葉を追加',
  add: '追加する',
  remove: '外す',
  removeOf: (word: string) => `「${word}」を外す`,
  isAdded: (word: string) => `「${word}」を追加しました`,
  isRemoved: (word: string) => `「${word}」を外しました`,
} as const;

export const personMerge = {
  title: '名前をまとめる',
  lead: '同じ人物の2つの書き方を1つにします。写真の人物タグ、顔のタグ、ファンの推しが、残す名前に移ります。',
  from: 'なくなる名前',
  into: '残す名前',
  action: 'まとめる',
  ask: (from: string, into: string) => `「${from}」を「${into}」にまとめますか？ 元に戻せません。`,
  done: (from: string, into: string, photos: number) => `「${from}」を「${into}」にまとめました（写真${photos}枚）`,
} as const;

export const recordFile = {
  title: 'CSVファイル',
  lead: '書き出したファイルを表計算ソフトで直し、読み込めます。読み込む前に、変わる内容を確認できます。',
  save: 'CSVを書き出す',
  choose: 'CSVを読み込む',
  fileName: (kind: string, tenant: string) => `${kind}-${tenant}.csv`,
  would: (added: number, changed: number, unchanged: number) =>
    `追加 ${added}件、変更 ${changed}件、そのまま ${unchanged}件`,
  apply: 'この内容で読み込む',
  cancel: '読み込まない',
  done: (added: number, changed: number) => `読み込みました（追加 ${added}件、変更 ${changed}件）`,
  nothing: '変わるところはありません。',
  refused: (count: number) => `読み込めません。${count}か所を直してください。何も変更していません。`,
  more: (count: number) => `ほかに${count}か所`,
} as const;

export const eventCalendar = {
  month: (year: number, month: number) => `${year}年${month}月`,
  before: '前の月',
  after: '次の月',
  weekdays: ['月', '火', '水', '木', '金', '土', '日'],
  day: (month: number, day: number, count: number) => `${month}月${day}日　${count === 0 ? '予定なし' : `${count}件`}`,
  none: 'この日の予定はありません',
} as const;
