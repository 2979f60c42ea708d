/** Images that were made of files at URLs, so that none is fetched twice. */
export abstract class FetchedImagesRepository {
  /** The id of the image that was made of the file at this URL, if it is still there. */
  abstract find(url: string): Promise<number | null>;
  /**
   * Part of the unit of work that adds the image.
   * @throws TakenError when another image is noted for the URL
   */
  abstract note(url: string, imageId: number): Promise<void>;
}
