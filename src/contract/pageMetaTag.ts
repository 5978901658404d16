/**
 * Stands in the head of every HTML page of the product. The worker keeps a page only with it: a captive portal answers any
 * address with 200 and a page of its own (T24).
 */
export const PAGE_META_TAG = '<meta name="generator" content="fanphoto">';

/** Id of the layer with the photo a link opens, drawn by the server; the page takes it away when no photo is open any more. */
export const FIRST_PHOTO = 'first-photo';
