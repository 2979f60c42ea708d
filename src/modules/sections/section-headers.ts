import { Injectable } from '@nestjs/common';
import { mustBeWebUrl } from '../../kernel/web-url.js';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { ImageLinks } from '../media/images/image-links.js';
import { ImagesService } from '../media/images/images.service.js';
import type { HeaderImage, Section, SectionFields } from './domain/section.entity.js';

/** Header images of sections, and the texts about them. */
@Injectable()
export class SectionHeaders {
  constructor(
    private readonly images: ImagesService,
    private readonly links: ImageLinks,
    private readonly texts: AboutTexts,
  ) {}

  /** Adds the safe HTML of the text. Needs no transaction. */
  async rendered<F extends SectionFields>(fields: F): Promise<F> {
    return { ...fields, aboutHtmlSafe: await this.texts.safe(fields.aboutHtml) };
  }

  /** Edits a section, its image included. @throws InvalidError for an image that is not there */
  async edit(section: Section, fields: SectionFields): Promise<void> {
    section.edit({ ...fields, headerImage: await this.changed(section, fields.headerImage) });
  }

  async withImage(section: Section): Promise<Section> {
    await this.withImages([section]);
    return section;
  }

  async withImages(sections: Section[]): Promise<Section[]> {
    const images = await this.images.byId(sections.map(({ headerImageId }) => headerImageId));
    for (const section of sections) section.headerImage = images.get(section.headerImageId ?? 0) ?? null;
    return sections;
  }

  /** The URL of its own image is what was shown, sent back, and so is one that is stored, whatever it is. */
  private async changed(
    { headerImageId, urlHeaderImage }: Section,
    sent: HeaderImage | undefined,
  ): Promise<HeaderImage | undefined> {
    if (!sent) return sent;
    const { imageId: id, url } = sent;
    if (url !== null && headerImageId !== null && this.links.isOwn(url, headerImageId)) return undefined;
    mustBeWebUrl('url_header_image', url, urlHeaderImage);
    if (id !== headerImageId) await this.images.mustExist([{ id, field: 'url_header_image.id' }]);
    return sent;
  }
}
