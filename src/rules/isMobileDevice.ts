/** iPhone, iPad, iPod or Android (§9): they post fewer photos at once. */
export const isMobileDevice = (userAgent: string): boolean => /iPhone|iPad|iPod|Android/u.test(userAgent);
