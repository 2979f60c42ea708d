import { expect, test } from '@jest/globals';
import type { SiteSettings } from '../../site/site.settings.js';
import { Image } from '../domain/image.entity.js';
import { imageSizes } from '../domain/image-sizes.js';
import type { ImageLinks } from './image-links.js';
import { ImageMarkup } from './image-markup.js';

const links = {
  uncropped: imageSizes([]).filter(({ height }) => height === null),
  originUrl: () => '/origin',
  thumbnailUrl: (_: Image, name: string) => `/${name}`,
} as unknown as ImageLinks;
const markup = new ImageMarkup(links, {} as SiteSettings);

const tagOf = (width: number, height: number) =>
  /<img[^>]*?(?= alt)/.exec(markup.figure(Object.assign(new Image(), { width, height })))?.[0];
const small = '/210x 210w, /300x 300w';

test.each([
  ['smaller than all sizes', 120, 90, '<img src="/origin" width="120" height="90"'],
  [
    'between two sizes',
    500,
    250,
    `<img src="/origin" srcset="${small}, /origin 500w" sizes="(max-width: 500px) 100vw, 500px" width="500" height="250"`,
  ],
  [
    'as wide as a size',
    980,
    490,
    `<img src="/origin" srcset="${small}, /600x 600w, /origin 980w" sizes="(max-width: 980px) 100vw, 980px" width="980" height="490"`,
  ],
  [
    'for fine screens',
    2000,
    1000,
    `<img src="/980x" srcset="${small}, /600x 600w, /980x 980w, /origin 2000w" sizes="(max-width: 980px) 100vw, 980px" width="980" height="490"`,
  ],
  [
    'from a camera',
    6000,
    4000,
    `<img src="/980x" srcset="${small}, /600x 600w, /980x 980w" sizes="(max-width: 980px) 100vw, 980px" width="980" height="653"`,
  ],
  ['as thin as a line', 5000, 1, expect.stringContaining('width="980" height="1"')],
])('an image %s', (_, width, height, expected) => {
  expect(tagOf(width, height)).toEqual(expected);
});
