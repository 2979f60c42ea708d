/** A custom URL of an article, as clients send it. */
export interface CustomPage {
  /** `web` or `amp` */
  readonly view: string;
  /** Decoded. */
  readonly path: string;
}
