import { describe, expect, test } from '@jest/globals';
import { centreOf, largestCrop, scaleCrop } from './crops.js';

const IMAGE = { width: 900, height: 600 };

describe('the largest crop', () => {
  test.each([
    [
      { width: 1, height: 1 },
      { x: 450, y: 300 },
      { left: 150, top: 0, width: 600, height: 600 },
    ],
    [
      { width: 3, height: 1 },
      { x: 450, y: 300 },
      { left: 0, top: 150, width: 900, height: 300 },
    ],
    [
      { width: 1, height: 1 },
      { x: 0, y: 0 },
      { left: 0, top: 0, width: 600, height: 600 },
    ],
    [
      { width: 1, height: 1 },
      { x: 900, y: 600 },
      { left: 300, top: 0, width: 600, height: 600 },
    ],
    [
      { width: 9, height: 16 },
      { x: 100, y: 300 },
      { left: 0, top: 0, width: 338, height: 600 },
    ],
  ])('of %j around %j is %j', (proportions, around, area) => {
    expect(largestCrop(IMAGE, proportions, around)).toEqual(area);
  });

  test('has a pixel at least', () => {
    const thin = { width: 20_000, height: 1 };
    const crop = largestCrop(thin, { width: 9, height: 16 }, centreOf(thin));
    expect(crop).toEqual({ left: 10_000, top: 0, width: 1, height: 1 });
  });
});

describe('a crop that was drawn', () => {
  const crop = { left: 100, top: 50, width: 200, height: 100 };

  test.each([
    ['on the original', {}, crop],
    [
      'on a smaller picture',
      { imgWidth: 450, imgHeight: 300 },
      { left: 200, top: 100, width: 400, height: 200 },
    ],
    [
      'on one of other proportions',
      { imgWidth: 300, imgHeight: 150 },
      { left: 300, top: 200, width: 600, height: 400 },
    ],
  ])('%s', (_where, size, area) => {
    expect(scaleCrop({ ...crop, ...size }, IMAGE, 'crop')).toEqual(area);
  });

  test('on a picture whose sides were named the wrong way round is read the right way', () => {
    const tall = { left: 500, top: 100, width: 300, height: 400 };
    expect(scaleCrop({ ...tall, imgWidth: 600, imgHeight: 900 }, IMAGE, 'crop')).toEqual(tall);
  });

  test.each([
    [{ ...crop, width: 801 }, 'crop.width'],
    [{ ...crop, height: 551 }, 'crop.height'],
    [{ ...crop, width: 801, imgWidth: 900, imgHeight: 600 }, 'crop.width'],
  ])('beyond the image is refused: %j', (beyond, field) => {
    expect(() => scaleCrop(beyond, IMAGE, 'crop')).toThrow(field);
  });
});
