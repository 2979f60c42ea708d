import { registerEnumType } from '@nestjs/graphql';

/**
 * Enums of the schema, by their names: what GraphQL shows and what the code works with are the same words.
 */
const enumOf = <T extends string>(...values: readonly T[]): { readonly [V in T]: V } =>
  Object.fromEntries(values.map((value) => [value, value])) as { readonly [V in T]: V };

export const PostStatus = enumOf('PUBLISHED', 'DRAFT', 'SCHEDULED');
export type PostStatus = keyof typeof PostStatus;

export const PostsOrder = enumOf('RATING', 'RECENCY');
export type PostsOrder = keyof typeof PostsOrder;

export const AuthorsOrder = enumOf('TITLE', 'RATING');
export type AuthorsOrder = keyof typeof AuthorsOrder;

export const SectionStatus = enumOf('PUBLIC', 'PRIVATE', 'UNLISTED');
export type SectionStatus = keyof typeof SectionStatus;

export const ContentLayoutKind = enumOf('PLAIN', 'LISTICLE', 'SLIDESHOW');
export type ContentLayoutKind = keyof typeof ContentLayoutKind;

export const ListicleContentLayoutFlag = enumOf('ECOMMERCE', 'MULTICOLUMN');
export type ListicleContentLayoutFlag = keyof typeof ListicleContentLayoutFlag;

export const SlideshowContentLayoutFlag = enumOf('COUNTER', 'PARALLAX', 'FULLSCREEN', 'THUMBNAILS');
export type SlideshowContentLayoutFlag = keyof typeof SlideshowContentLayoutFlag;

export const NumerationOrder = enumOf('ASCENDING', 'DESCENDING');
export type NumerationOrder = keyof typeof NumerationOrder;

export const MediaContentKind = enumOf('TEXT', 'IMAGE');
export type MediaContentKind = keyof typeof MediaContentKind;

export const Device = enumOf('AMP');
export type Device = keyof typeof Device;

export const ImageFlag = enumOf('ANIMATED');
export type ImageFlag = keyof typeof ImageFlag;

const DESCRIPTIONS = {
  PostStatus: [PostStatus, 'What a post is. DRAFT and SCHEDULED are for keys that may read drafts.'],
  PostsOrder: [PostsOrder, 'RECENCY: newest first. RATING: most page views of the last seven days first.'],
  AuthorsOrder: [AuthorsOrder, 'TITLE: by name. RATING: most page views of their posts in seven days first.'],
  SectionStatus: [SectionStatus, 'UNLISTED sections are shown to those who ask for them by id or path.'],
  ContentLayoutKind: [ContentLayoutKind, 'How the nodes of a group are laid out.'],
  ListicleContentLayoutFlag: [ListicleContentLayoutFlag, 'Looks of a listicle.'],
  SlideshowContentLayoutFlag: [SlideshowContentLayoutFlag, 'Looks of a slideshow.'],
  NumerationOrder: [NumerationOrder, 'How items are counted.'],
  MediaContentKind: [MediaContentKind, 'What a node holds.'],
  Device: [Device, 'What HTML is made for.'],
  ImageFlag: [ImageFlag, 'What is special about an image.'],
} as const;

for (const [name, [values, description]] of Object.entries(DESCRIPTIONS))
  registerEnumType(values, { name, description });
