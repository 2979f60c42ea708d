import { join } from 'node:path';
import type {
  ImageProcessor,
  ImageSource,
  Rendition,
  WebFormat,
} from '../../modules/media/images/image-processor.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual, mustFail, ofKind } from '../expectations.js';
import { inFolder, withFile } from '../work-folder.js';

/** 48 × 32 pixels, blue with a white square. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAMAAABjCgsuAAAABlBMVEUzZpn////xDcYdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGklEQVQ4y2NgGCaAEQpGNQyshlEwCkbBsAEAMC8AQQLAwEwAAAAASUVORK5CYII=',
  'base64',
);
const SIZE = { width: 48, height: 32 };
const FORMATS: readonly WebFormat[] = ['jpg', 'png', 'webp'];

/** The name that ImageFacts have for a format. */
const factOf = (format: WebFormat): string => (format === 'jpg' ? 'jpeg' : format);

const inspect = (processor: ImageProcessor, bytes: Buffer) =>
  withFile(bytes, (path) => processor.inspect(path));

async function sourceOf(processor: ImageProcessor): Promise<ImageSource> {
  const facts = await inspect(processor, PNG);
  return { ...facts, hash: '0'.repeat(64), read: (work) => withFile(PNG, work) };
}

async function rendered(processor: ImageProcessor, rendition: Partial<Rendition>) {
  const wanted: Rendition = { crop: null, width: 24, height: null, format: 'png', ...rendition };
  const bytes = await processor.render(await sourceOf(processor), wanted);
  const { width, height, format } = await inspect(processor, bytes);
  return { width, height, format };
}

export function imageProcessorContract(make: Make<ImageProcessor>): ContractCheck[] {
  return checksOf(make, {
    'tells format and size of an image': async (processor) => {
      const { format, width, height, frames } = await inspect(processor, PNG);
      mustEqual(
        { format, width, height, frames },
        { format: 'png', ...SIZE, frames: 1 },
        'what is told of a PNG',
      );
    },
    'refuses what is no image': async (processor) => {
      const refused = () => inspect(processor, Buffer.from('<p>Not an image</p>'));
      await mustFail(refused, 'a text', ofKind('unsupported-media-type'));
    },
    'finds a place in the image that people look at': async (processor) => {
      const { x, y } = await processor.findAttention(await sourceOf(processor));
      const isInside = x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height;
      must(isInside, `the place ${x}, ${y} is not in an image of ${SIZE.width} × ${SIZE.height}`);
    },
    'writes the whole image': async (processor) => {
      await inFolder(async (folder) => {
        const path = join(folder, 'origin.png');
        await processor.writeOrigin(await sourceOf(processor), 'png', path);
        const { width, height, format } = await processor.inspect(path);
        mustEqual({ width, height, format }, { ...SIZE, format: 'png' }, 'the whole image');
      });
    },
    'makes an image of the width and the format': async (processor) => {
      for (const format of FORMATS)
        mustEqual(
          await rendered(processor, { format }),
          { width: 24, height: 16, format: factOf(format) },
          `an image 24 pixels wide, as ${format},`,
        );
    },
    'makes an image of a part': async (processor) => {
      const crop = { left: 8, top: 4, width: 20, height: 20 };
      const found = await rendered(processor, { crop, width: 10, height: 10 });
      mustEqual(found, { width: 10, height: 10, format: 'png' }, 'a square part, 10 pixels wide,');
    },
    'makes no image larger than it is': async (processor) => {
      const { width } = await rendered(processor, { width: 4000 });
      must(width <= SIZE.width, `an image of ${SIZE.width} pixels is made ${width} pixels wide`);
    },
    'refuses an image that cannot be decoded': async (processor) => {
      const source = await sourceOf(processor);
      const half = PNG.subarray(0, 60);
      const broken: ImageSource = { ...source, hash: '1'.repeat(64), read: (work) => withFile(half, work) };
      const render = () => processor.render(broken, { crop: null, width: 24, height: null, format: 'png' });
      await mustFail(render, 'half of an image', ofKind('unprocessable'));
    },
  });
}
