import type sharp from 'sharp';

export type SharpLibrary = typeof sharp;

/**
 * Whether it decodes HEIC: the one that npm brings does not, one that is built
 * against a libvips with the codec does.
 */
export async function decodesHeic(): Promise<boolean> {
  const { heif } = (await loadSharp()).format;
  return heif.input.fileSuffix?.includes('.heic') ?? false;
}

let loaded: Promise<SharpLibrary> | undefined;

/** The library that decodes images, which brings a native one: loaded when there is an image. */
export function loadSharp(): Promise<SharpLibrary> {
  return (loaded ??= import('sharp').then(({ default: library }) => {
    // Each image is asked for once; what a cache or more threads would hold is
    // memory that the contract has not.
    library.cache(false);
    library.concurrency(1);
    return library;
  }));
}
