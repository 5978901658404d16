/** What cannot be done without signal. */
export const offlineDeed = '電波がないため、いまはできません。つながってから、もう一度お試しください。';
