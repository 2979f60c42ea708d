import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ImageLinks } from '../../media/images/image-links.js';
import { SiteSettings } from '../../site/site.settings.js';
import type { PageSettings, Section } from '../domain/section.entity.js';

class PageSettingsResponse implements PageSettings {
  @ApiProperty({ description: 'open the section in a new browser tab' })
  open_in_new_tab!: boolean;

  @ApiProperty({ description: 'community posts may be published in the section' })
  allow_community_posts!: boolean;

  @ApiProperty({ description: 'the section is not listed in the entry editor' })
  hide_from_entry_editor!: boolean;

  @ApiProperty({ description: 'posts published to the section are locked' })
  lock_posts_after_publishing!: boolean;
}

/** A section as every endpoint shows it. */
export class SectionResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ example: 'Politics' })
  title!: string;

  @ApiProperty({ description: 'slug', example: 'politics' })
  url!: string;

  @ApiProperty({ description: 'path, with the sections above', example: '/news/politics' })
  full_url!: string;

  @ApiProperty({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1 Private, 2 Public, 3 Unlisted',
    example: 2,
  })
  status!: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  domain!: null;

  @ApiProperty()
  page_settings!: PageSettingsResponse;

  @ApiProperty({ description: 'HTML; empty when unset', example: '' })
  about_html!: string;

  @ApiProperty({ description: 'what of it may be shown; ignored in requests' })
  about_html_safe!: string;

  @ApiProperty({ type: [String], description: 'posts that carry any of these belong to the section' })
  tags!: readonly string[];

  @ApiProperty({ description: 'URL; empty when unset', example: '' })
  url_header_image!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  site_id!: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'seconds UTC', example: 1795219200 })
  created_ts!: number;

  @ApiProperty({ type: 'integer', example: 0 })
  order!: number;

  @ApiProperty({ type: 'integer', description: '0 when there is no parent', example: 0 })
  parent_id!: number;

  @ApiProperty({ type: 'integer', example: 2 })
  type!: number;
}

const TYPE = 2;

/** Shows sections as the API has them. */
@Injectable()
export class SectionPresenter {
  constructor(
    private readonly settings: SiteSettings,
    private readonly links: ImageLinks,
  ) {}

  present(section: Section): SectionResponse {
    return {
      id: section.id,
      title: section.title,
      url: section.url,
      full_url: section.fullUrl,
      status: section.status,
      domain: null,
      page_settings: section.pageSettings,
      about_html: section.aboutHtml ?? '',
      about_html_safe: section.aboutHtmlSafe ?? '',
      tags: section.tags,
      url_header_image: this.headerUrl(section),
      site_id: this.settings.id,
      created_ts: section.createdTs,
      order: section.sortOrder,
      parent_id: section.parentId,
      type: TYPE,
    };
  }

  private headerUrl({ headerImage, urlHeaderImage }: Section): string {
    return headerImage ? this.links.originUrl(headerImage) : (urlHeaderImage ?? '');
  }
}
