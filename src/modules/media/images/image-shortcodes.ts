import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Shortcode } from '../../content/domain/shortcode.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../../content/shortcodes/shortcodes.js';
import { IMAGE_SHORTCODE, ImageMarkup, isLink } from './image-markup.js';
import { ImagesService } from './images.service.js';

const ID = /^[1-9]\d{0,8}$/;

/** The id that a shortcode of an image or a document names; null when it names none. */
export function mediaIdOf({ arguments: [id = ''] }: Shortcode): number | null {
  return ID.test(id) ? Number(id) : null;
}

/** `[cms-image 12 …]` in a text. */
@Injectable()
export class ImageShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = [IMAGE_SHORTCODE];

  constructor(
    private readonly registry: Shortcodes,
    private readonly images: ImagesService,
    private readonly markup: ImageMarkup,
  ) {
    super();
  }

  onModuleInit(): void {
    this.registry.register(this);
  }

  async render(shortcodes: readonly Shortcode[]): Promise<ShortcodeResult[]> {
    const images = await this.images.byId(shortcodes.map(mediaIdOf));
    return shortcodes.map((shortcode) => {
      const image = images.get(mediaIdOf(shortcode) ?? 0);
      const [id = ''] = shortcode.arguments;
      if (image) return { html: this.markup.figure(image, shortcode.parameters), ...warningOf(shortcode) };
      return { warning: `There is no image ${id.slice(0, 40)}: [${shortcode.name} …] is not shown.` };
    });
  }
}

/** An empty link takes away the one of the image. */
function warningOf({ name, arguments: [id = ''], parameters: { link_url: url = '' } }: Shortcode) {
  if (url === '' || isLink(url)) return {};
  const reason = 'it is neither http, https or mailto nor a path of the site';
  return { warning: `[${name} ${id} …] is shown without its link_url "${url.slice(0, 100)}": ${reason}.` };
}
