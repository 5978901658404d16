/**
 * Stands in the head of every HTML page of the product. The worker keeps a page only with it: a captive portal answers any
 * address with 200 and a page of its own (T24).
 */
export const PAGE_MARK = '<meta name="generator" content="fanphoto">';
