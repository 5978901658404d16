/** Throws for an analytics id that is none (TEN-12). Left out or empty: off. */
export function checkGa(file: string, ga: string | undefined): void {
  if (ga === undefined || ga === '') return;
  if (!/^G-[A-Z0-9]{8,12}$/.test(ga))
    throw new Error(
      `${file}: ga is ${JSON.stringify(ga)}. A measurement id of Google Analytics 4 looks like G-1A2B3C4D5E.`,
    );
}
