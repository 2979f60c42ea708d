import { Module } from '@nestjs/common';
import { ContentModule } from '../content/content.module.js';
import { AttentionService } from './attention.service.js';
import { DocumentMarkup } from './document-markup.js';
import { DocumentShortcodes } from './document-shortcodes.js';
import { DocumentsService } from './documents.service.js';
import { DocumentsRepository } from './domain/documents.repository.js';
import { ImagesRepository } from './domain/images.repository.js';
import { MediaVisibility } from './domain/media-visibility.js';
import { DocumentFilesController } from './http/document-files.controller.js';
import { DocumentPresenter } from './http/document.presenter.js';
import { DocumentsController } from './http/documents.controller.js';
import { ImageFilesController } from './http/image-files.controller.js';
import { ImagePresenter } from './http/image.presenter.js';
import { ImagesController } from './http/images.controller.js';
import { ImageFilesService } from './image-files.service.js';
import { ImageIntake } from './image-intake.js';
import { ImageLinks } from './image-links.js';
import { ImageMarkup } from './image-markup.js';
import { ImageShortcodes } from './image-shortcodes.js';
import { ImageUploadsService } from './image-uploads.service.js';
import { ImagesService } from './images.service.js';
import { TypeormDocumentsRepository } from './infrastructure/typeorm-documents.repository.js';
import { TypeormImagesRepository } from './infrastructure/typeorm-images.repository.js';
import { SqlMediaVisibility } from './infrastructure/sql-media-visibility.js';
import { MediaAccess } from './media-access.js';
import { MediaUses } from './media-uses.js';

@Module({
  imports: [ContentModule],
  controllers: [ImagesController, DocumentsController, ImageFilesController, DocumentFilesController],
  providers: [
    AttentionService,
    DocumentMarkup,
    DocumentPresenter,
    DocumentShortcodes,
    DocumentsService,
    ImageFilesService,
    ImageIntake,
    ImageLinks,
    ImageMarkup,
    ImagePresenter,
    ImageShortcodes,
    ImageUploadsService,
    ImagesService,
    MediaAccess,
    MediaUses,
    { provide: MediaVisibility, useClass: SqlMediaVisibility },
    { provide: DocumentsRepository, useClass: TypeormDocumentsRepository },
    { provide: ImagesRepository, useClass: TypeormImagesRepository },
  ],
  exports: [ImageLinks, ImageMarkup, ImagesService, MediaAccess, MediaUses],
})
export class MediaModule {}
