export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

/** A position in CSS pixels, from the upper left corner of the viewport. */
export interface Point {
  x: number
  y: number
}

/** Milliseconds between the keys of a quick typist. */
export const keyDelay = 20

/**
 * One tab. Every engine implements these operations. The browser itself makes all events of keys,
 * mouse and touch; no script sets a value or dispatches an event.
 */
export interface BrowserPage {
  /** Whether arrow keys reach the opened list of a select. */
  readonly canUseLists: boolean
  /** The key that leads to the next part of a date control; '' if the browser goes on by itself. */
  readonly keyAfterDatePart: string
  open(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  /** Sets the size of the viewport. */
  resize(width: number, height: number): Promise<void>
  click(point: Point): Promise<void>
  /** A touch where the engine has touch input, else a click. */
  tap(point: Point): Promise<void>
  /** One key with its modifiers, such as `Control+k`. */
  press(keys: string): Promise<void>
  /** Presses a key for each character. */
  type(text: string, delay?: number): Promise<void>
  /** Chooses files in a file input, as the browser's file dialog does. */
  setFiles(selector: string, paths: string[]): Promise<void>
  /** Runs a function in the page. The function must not change the page. */
  read<Args extends unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** Makes the processor about six times slower for this page, until it is closed. */
  slowDown(): Promise<void>
  /** Errors and warnings that the page has printed. */
  messages(): string[]
  /** A picture of the viewport, in PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface PageOptions {
  hasScripts: boolean
  hasTouch: boolean
}

/** A browser program that was started for the tests. */
export interface EngineBrowser {
  /** Opens a page without cookies, drafts or cache of other pages. */
  newPage(options: PageOptions): Promise<BrowserPage>
  stop(): Promise<void>
}
