/**
 * Attributes by which renderings say which media of the library they show. Shortcodes alone bring them: the
 * sanitiser takes them out of what editors write.
 */
export const MEDIA_MARKS = { image: 'data-image-id', document: 'data-document-id' } as const;

export interface MarkedMedia {
  readonly kind: keyof typeof MEDIA_MARKS;
  readonly id: number;
}

/** A mark inside of a tag; where HTML was made safe, texts and values hold neither `<` nor `"`. */
const MARK = /<[a-z](?:[^<>"]|"[^"]*")*?\sdata-(image|document)-id="(\d{1,9})"/g;

/** The media that a rendering shows. */
export function* markedMedia(rendering: string | null | undefined): Generator<MarkedMedia> {
  if (!rendering?.includes('-id="')) return;
  for (const [, kind, id] of rendering.matchAll(MARK))
    yield { kind: kind as MarkedMedia['kind'], id: Number(id) };
}
