/**
 * Version of the words that ask for the permission for photo use: the dialog's and the switch's (`permission` of
 * src/messages/jaAccount.ts, `permission` of jaPost.ts). Records of consent name it (ROL-06b). A new text needs a new version here;
 * `permissionWording.test.ts` notices.
 */
export const PERMISSION_WORDING = '1';
