/** What a test needs from an engine. Elements are named by an expression that is evaluated in the page and gives one, or null. */
export interface Driver {
  /** Name and version, as told by the engine. */
  readonly engine: string;
  /** Fails when nothing answers. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Value of an expression, awaited; it must be plain data. */
  evaluate<T>(expression: string): Promise<T>;
  /** A real press in the middle of the element. */
  click(element: string): Promise<void>;
  /** Puts this text in the place of what the field holds. */
  fill(element: string, text: string): Promise<void>;
  chooseFiles(element: string, paths: readonly string[]): Promise<void>;
  /** Gives the page this size, in CSS pixels. */
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  screenshot(): Promise<Buffer>;
}
