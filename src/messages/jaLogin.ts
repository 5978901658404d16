/** Head of the login modal: what the login is for (FAN-07a). */

/** By `LoginReason` of `src/services/requireLogin.ts`. */
export const loginReasons = {
  like: 'いいねを届けるには',
  bookmark: 'ブックマークするには',
  comment: 'コメントするには',
  follow: 'フォローするには',
  followed: 'フォロー中の方の写真を見るには',
  mute: 'このユーザーを表示しないようにするには',
  block: 'ブロックするには',
  report: '通報するには',
  post: '投稿するには',
  makeEvent: '企画を作成するには',
  edit: '変更を続けるには',
  ownPage: 'マイページを見るには',
  page: 'このページを開くには',
} as const;

/** Below it, the two ways. */
export const loginOrSignUp = 'ログインまたは新規登録';

export const newHere = 'はじめての方';
export const haveAccount = 'アカウントをお持ちの方';
