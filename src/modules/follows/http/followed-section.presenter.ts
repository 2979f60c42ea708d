import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Section } from '../../sections/domain/section.entity.js';
import { SectionPresenter, SectionResponse } from '../../sections/http/section.presenter.js';

/** A section, with what only these endpoints show of it. */
export class FollowedSectionResponse extends SectionResponse {
  @ApiProperty({ type: String, nullable: true, example: null })
  meta_title!: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  extras!: object;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  header_image_id!: number | null;
}

/** Shows sections as those that an author follows. */
@Injectable()
export class FollowedSectionPresenter {
  constructor(private readonly sections: SectionPresenter) {}

  present(section: Section): FollowedSectionResponse {
    return Object.assign(this.sections.present(section), {
      meta_title: section.metaTitle,
      extras: section.extras ?? {},
      header_image_id: section.headerImageId,
    });
  }
}
