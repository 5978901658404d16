/** Invented fans who share the demo's tenants, and the accounts one can sign in with. */
import { createHash } from 'node:crypto';

/** A stable id in the form of a user's sub. */
export function subOf(name: string): string {
  const h = createHash('sha256').update(`demo fan ${name}`).digest('hex');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-8${h.slice(17, 20)}-${h.slice(20, 32)}`;
}

export interface DemoUser {
  readonly sub: string;
  readonly name: string;
  readonly nickname: string;
}

/** One password for all demo logins. Demo content is for machines of one's own only. */
export const DEMO_PASSWORD = 'Stadium-Photo-2026!';

export interface DemoLogin extends DemoUser {
  readonly email: string;
}
const login = (email: string, name: string, nickname: string): DemoLogin => ({
  sub: subOf(email),
  email,
  name,
  nickname,
});

/** The fan has photos of their own; the ambassador is one in every tenant; the official user posts as the club. */
export const demoLogins = {
  fan: login('fan@example.jp', '佐倉 みなと', 'みなと'),
  ambassador: login('ambassador@example.jp', '長谷川 ひより', 'ひより＠アンバサダー'),
  official: login('official@example.jp', '公式フォト担当', '公式フォト'),
} as const;

/** Staff of every tenant, by role. The official user is the owner. */
export const demoStaff = {
  editor: login('editor@example.jp', '森田 あおい', 'あおい'),
  moderator: login('moderator@example.jp', '久保 圭太', 'けいた'),
  viewer: login('viewer@example.jp', '原 美緒', 'みお'),
} as const;

const fan = (name: string, nickname: string): DemoUser => ({ sub: subOf(name), name, nickname });

export const fans: readonly DemoUser[] = [
  fan('青木 遥', 'はるか☆スタンド民'),
  fan('三宅 大地', 'daichi_photo'),
  fan('小野寺 さくら', 'さくら@カメラ女子'),
  fan('中西 健', 'けんけん'),
  fan('村瀬 ゆい', 'ゆいまる'),
  fan('広田 翔', 'sho_300mm'),
  fan('井上 千夏', 'ちなつ🍀'),
  fan('岡崎 亮', '遠征おじさん'),
  fan('星野 まどか', 'まどか'),
  fan('早川 拓海', 'たくみんパパ'),
  fan('藤堂 りん', 'りん🎈'),
  fan('西尾 航', 'wataru.n'),
];

export const allDemoUsers: readonly DemoUser[] = [...fans, ...Object.values(demoLogins)];
