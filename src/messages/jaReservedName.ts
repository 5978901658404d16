/** What a fan is told whose name was reserved for somebody else (ROL-04e). */

/** In the settings, above the names. */
export const reservedName =
  '今のニックネームは、ほかの方のために予約された名前です。お手数ですが、別のニックネームに変更してください。';

/** The notice of it. */
export const nameNotice = (nickname: string) =>
  ({
    title: 'ニックネームを変更してください',
    body: `「${nickname}」は、ほかの方のために予約された名前になりました。お手数ですが、設定の「プロフィール」で別のニックネームに変更してください。`,
  }) as const;
