/**
 * A sentence for every error code. Apart from `ja.ts` because the first screen does not need them. None promises a resend: only posts have
 * a queue, and its screens say when it sends again.
 */

import type { ErrorCode, IdentityErrorCode } from '../contract/errors.ts';
import { EVENTS_PER_FAN, MAX_ASPECT } from '../contract/limits.ts';
import { storageStuck } from './jaStorage.ts';

const proofProblem =
  'アクセスが集中しているため、手続きを完了できませんでした。少し時間をおいて、もう一度お試しください。';
const inputProblem = '入力内容に誤りがあります。もう一度ご確認ください。';
const storeProblem = '写真の保管先で問題が起きました。';
const brokenOnDevice = 'この写真を読み込めませんでした。別の写真をお試しください。';
const serverProblem = 'ただいま混み合っています。少し時間をおいて、もう一度お試しください。';

/** The identity provider's refusals (spec §8). */
export const identityErrors = {
  UsernameExistsException:
    'このメールアドレスは登録済みです。アカウントは全スポーツ・全クラブ共通のため、新しく登録する必要はありません。そのままログインしてください。',
  InvalidPasswordException: 'パスワードが条件を満たしていません。8文字以上で、推測されにくいものにしてください。',
  InvalidParameterException: inputProblem,
  CodeMismatchException: '確認コードが正しくありません。',
  LimitExceededException: 'アカウントがロックされています。15分以上たってから、もう一度お試しください。',
  ExpiredCodeException: '確認コードの有効期限が切れています。新しいコードを発行してください。',
  CodeDeliveryFailureException: '確認コードを送信できませんでした。管理者にお問い合わせください。',
  NotAuthorizedException: inputProblem,
  UserNotConfirmedException: 'アカウントがまだ有効になっていません。メールに届いた確認コードを入力してください。',
  UserNotFoundException: inputProblem,
  ResourceNotFoundException: serverProblem,
  TooManyRequestsException: 'アクセスが集中しています。少し時間をおいて、もう一度お試しください。',
  UserLambdaValidationException: inputProblem,
  AliasExistsException:
    'このメールアドレスは、ほかのアカウントで使われています。別のメールアドレスを入力してください。',
  ProofOfWorkException: proofProblem,
} as const satisfies Record<IdentityErrorCode, string>;

/** NotAuthorizedException of a confirmation: nothing is left to confirm (spec §8). */
export const emailAlreadyConfirmed = 'メールアドレスは確認済みです。そのままログインしてください。';

export const errors = {
  ...identityErrors,
  INVALID_REQUEST: inputProblem,
  PROOF_NEEDED: proofProblem,
  UNAUTHENTICATED: 'ログインが必要です。',
  TOKEN_EXPIRED: 'ログインの有効期限が切れました。もう一度ログインしてください。',
  API_KEY_INVALID: 'アプリが古い可能性があります。画面を更新してください。',
  TENANT_MISMATCH: '表示中のサイトとログイン情報が一致しません。画面を更新してください。',
  NOT_A_MEMBER: 'このサイトの利用規約にまだ同意していません。同意すると投稿できます。',
  NOT_ALLOWED: 'この操作を行う権限がありません。',
  SUSPENDED: '投稿やコメントなどのご利用が停止されています。理由と期限は「お知らせ」で確認できます。',
  EVENT_NOT_OWNER: '企画は作成ユーザーしか削除出来ません。',
  SIGN_IN_TOO_OLD: '元に戻せない操作です。パスワードを入力して、本人であることを確認してください。',
  NOT_FOUND: '対象が見つかりません。削除された可能性があります。',
  UNKNOWN_TENANT: 'サイトが見つかりません。',
  EVENT_NOT_FOUND: '企画が見つかりません。削除された可能性があります。',
  EVENT_HAS_POSTS: '写真投稿のある企画は削除出来ません。',
  EVENT_LIMIT_REACHED: `開催前と開催中の企画は、ひとり${EVENTS_PER_FAN}件までです。どれかが終わるのを待つか、写真のない企画を削除してください。`,
  EVENT_TOO_FAR: '開始日には1年以内の日付を選んでください。',
  EVENT_OVER: '企画の投稿期間が終了しています。',
  EVENT_NOT_STARTED: '企画の投稿期間がまだ始まっていません。',
  POST_LIMIT_REACHED: 'この企画に投稿できる枚数の上限に達しています。',
  MEDIA_URL_TAKEN: '写真の登録名が重なりました。写真を端末に保存して、もう一度投稿してください。',
  OBJECT_MISSING: '写真の保管を確認できませんでした。',
  ALREADY_DECIDED: 'この案件は、ほかのスタッフがすでに対応しました。',
  LAST_OWNER: 'オーナーがいなくなるため、変更できません。先に別のオーナーを追加してください。',
  BODY_TOO_LARGE: '送信する内容が大きすぎます。写真を分けて投稿してください。',
  RATE_LIMITED: '操作が続いたため、一時的に制限されています。少し時間をおいてお試しください。',
  DAY_LIMIT_REACHED: '1日に公開できる写真の容量に達しています。24時間以内に空きができます。',
  INTERNAL: serverProblem,
  UNAVAILABLE: serverProblem,
  OVERLOADED: 'ただいまアクセスが集中しています。少し時間をおいてお試しください。',
  NoSuchUpload: storeProblem,
  ObjectNotInActiveTierError: storeProblem,
  BucketAlreadyExists: storeProblem,
  BucketAlreadyOwnedByYou: storeProblem,
  NoSuchBucket: storeProblem,
  InvalidObjectState: storeProblem,
  NoSuchKey: '写真が見つかりません。削除された可能性があります。',
  NotFound: '写真が見つかりません。削除された可能性があります。',
  ObjectAlreadyInActiveTierError: storeProblem,
  AccessDenied: '写真を保管する権限がありません。もう一度ログインしてください。',
  ExpiredToken: '写真を送信する許可の有効期限が切れました。',
  InvalidToken: '写真を送信する許可を確認できませんでした。もう一度ログインしてください。',
  RequestTimeTooSkewed: '端末の時計がずれているため送信できません。日付と時刻を自動設定にしてください。',
  SignatureDoesNotMatch: '写真を送信する許可を確認できませんでした。もう一度ログインしてください。',
  PreconditionFailed: '同じ名前の写真がすでに保管されています。',
  EntityTooLarge: '写真のサイズが大きすぎます。',
  IncompleteBody: '送信が途中で切れました。',
  BadDigest: '送信中に写真のデータが変わりました。',
  SlowDown: serverProblem,
  InternalError: storeProblem,
  NETWORK: '通信できませんでした。電波の良い場所でもう一度お試しください。',
  TIMEOUT: '通信に時間がかかっています。電波の良い場所でもう一度お試しください。',
  BAD_ANSWER: '正しい応答がありませんでした。Wi-Fiのログイン画面が出ていないか確認してください。',
  ABORTED: '中断しました。',
  QUOTA_EXCEEDED:
    '端末の空き容量が足りません。不要な写真やアプリを減らすか、送信待ちの投稿が終わってからお試しください。',
  STORAGE_UNAVAILABLE:
    '端末に保存できませんでした。プライベートブラウズやロックダウンモードでは保存できません。このサイトで解除するか、ブラウザを開き直してお試しください。',
  STORAGE_STUCK: storageStuck,
  BYTES_LOST: '保存した写真のデータが失われました。お手数ですが、写真を選び直してください。',
  CREDENTIAL_MISSING: '写真を送信する許可がありません。もう一度ログインしてください。',
  REGION_MISSING: '写真の保管先が設定されていません。管理者にお問い合わせください。',
  CHECKSUM_MISMATCH: '送信した写真のデータが一致しませんでした。もう一度お試しください。',
  CANVAS_CONTEXT: brokenOnDevice,
  CANVAS_EXPORT: brokenOnDevice,
  IMAGE_LOAD: 'この写真は壊れているか、途中で切れているため投稿できません。',
  IMAGE_NOT_JPEG: 'JPEGファイルではありません。',
  IMAGE_TOO_LARGE: 'この写真は大きすぎるため投稿できません。1億画素・60MBまでの写真を選んでください。',
  IMAGE_TOO_NARROW: `この写真は細長すぎるため投稿できません。長い辺が短い辺の${MAX_ASPECT}倍までの写真を選んでください。`,
  CANVAS_BLOCKED:
    'ブラウザの設定により写真を加工できません。このサイトで画像データ(キャンバス)の読み取りを許可してください。',
  UNEXPECTED: '思いがけない問題が起きました。画面を更新して、もう一度お試しください。',
} as const satisfies Record<ErrorCode, string>;

/** The sentence for a code. */
export const errorText = (code: ErrorCode): string => errors[code];
