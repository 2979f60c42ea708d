import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ContentModule } from '../content/content.module.js';
import { FocalPointDetector } from './focal-point/focal-point.detector.js';
import { DocumentMarkup } from './documents/document-markup.js';
import { DocumentShortcodes } from './documents/document-shortcodes.js';
import { DocumentsService } from './documents/documents.service.js';
import { DocumentsRepository } from './domain/documents.repository.js';
import { ImagesRepository } from './domain/images.repository.js';
import { MediaVisibility } from './domain/media-visibility.js';
import { DocumentFilesController } from './http/document-files.controller.js';
import { DocumentPresenter } from './http/document.presenter.js';
import { DocumentsController } from './http/documents.controller.js';
import { ImageFilesController } from './http/image-files.controller.js';
import { ImagePresenter } from './http/image.presenter.js';
import { ImagesController } from './http/images.controller.js';
import { ImageFilesService } from './images/image-files.service.js';
import { ImageFactory } from './images/image.factory.js';
import { ImageLinks } from './images/image-links.js';
import { ImageMarkup } from './images/image-markup.js';
import { ImageShortcodes } from './images/image-shortcodes.js';
import { ImageUploadsService } from './images/image-uploads.service.js';
import { ImagesService } from './images/images.service.js';
import { SqlDocumentsRepository } from './infrastructure/sql-documents.repository.js';
import { SqlImagesRepository } from './infrastructure/sql-images.repository.js';
import { SqlMediaVisibility } from './infrastructure/sql-media-visibility.js';
import { MediaAccess } from './references/media-access.js';
import { MediaReferences } from './references/media-references.js';
import { Image } from './domain/image.entity.js';
import { MediaDocument } from './domain/document.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { Media1795564800000 } from './infrastructure/migrations/1795564800000-media.js';
import { MediaUploaders1796056215000 } from './infrastructure/migrations/1796056215000-media-uploaders.js';

@Module({
  imports: [
    MigrationsModule.forFeature([Media1795564800000, MediaUploaders1796056215000]),
    TypeOrmModule.forFeature([Image, MediaDocument]),
    ContentModule,
  ],
  controllers: [ImagesController, DocumentsController, ImageFilesController, DocumentFilesController],
  providers: [
    FocalPointDetector,
    DocumentMarkup,
    DocumentPresenter,
    DocumentShortcodes,
    DocumentsService,
    ImageFilesService,
    ImageFactory,
    ImageLinks,
    ImageMarkup,
    ImagePresenter,
    ImageShortcodes,
    ImageUploadsService,
    ImagesService,
    MediaAccess,
    MediaReferences,
    { provide: MediaVisibility, useClass: SqlMediaVisibility },
    { provide: DocumentsRepository, useClass: SqlDocumentsRepository },
    { provide: ImagesRepository, useClass: SqlImagesRepository },
  ],
  exports: [ImageLinks, ImageMarkup, ImagesService, MediaAccess, MediaReferences],
})
export class MediaModule {}
