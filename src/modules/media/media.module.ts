import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangedResourceReaders } from '../changes/changed-resources.js';
import { ContentModule } from '../content/content.module.js';
import { FocalPointDetector } from './focal-point/focal-point.detector.js';
import { DocumentMarkup } from './documents/document-markup.js';
import { DocumentShortcodes } from './documents/document-shortcodes.js';
import { DocumentsService } from './documents/documents.service.js';
import { DocumentsRepository } from './domain/documents.repository.js';
import { FetchedImage } from './domain/fetched-image.entity.js';
import { FetchedImagesRepository } from './domain/fetched-images.repository.js';
import { ImagesRepository } from './domain/images.repository.js';
import { MediaVisibility } from './domain/media-visibility.js';
import { ChangedMedia } from './http/changed-media.js';
import { DocumentFilesController } from './http/document-files.controller.js';
import { DocumentPresenter } from './http/document.presenter.js';
import { DocumentsController } from './http/documents.controller.js';
import { ImageFilesController } from './http/image-files.controller.js';
import { ImagePresenter } from './http/image.presenter.js';
import { ImagesController } from './http/images.controller.js';
import { ForeignImageShortcodes } from './images/foreign-image-shortcodes.js';
import { FetchedImagesService } from './images/fetched-images.service.js';
import { ImageFilesService } from './images/image-files.service.js';
import { ImageFactory } from './images/image.factory.js';
import { ImageLinks } from './images/image-links.js';
import { ImageMarkup } from './images/image-markup.js';
import { ImageShortcodes } from './images/image-shortcodes.js';
import { ImageUploadsService } from './images/image-uploads.service.js';
import { ImagesService } from './images/images.service.js';
import { SignedDocumentUrlsController, SignedImageUrlsController } from './http/signed-urls.controller.js';
import { SqlDocumentsRepository } from './infrastructure/sql-documents.repository.js';
import { SqlFetchedImagesRepository } from './infrastructure/sql-fetched-images.repository.js';
import { SqlImagesRepository } from './infrastructure/sql-images.repository.js';
import { SqlMediaVisibility } from './infrastructure/sql-media-visibility.js';
import { MediaAccess } from './references/media-access.js';
import { MediaReferences } from './references/media-references.js';
import { FilePermits } from './signing/file-permits.js';
import { SignedUrls } from './signing/signed-urls.js';
import { Image } from './domain/image.entity.js';
import { MediaDocument } from './domain/document.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { Media1795564800000 } from './infrastructure/migrations/1795564800000-media.js';
import { MediaUploaders1796056215000 } from './infrastructure/migrations/1796056215000-media-uploaders.js';
import { FetchedImages1797400400000 } from './infrastructure/migrations/1797400400000-fetched-images.js';
import { ImageFocalPoints1797700000000 } from './infrastructure/migrations/1797700000000-image-focal-points.js';
import { DocumentSecrets1797800000000 } from './infrastructure/migrations/1797800000000-document-secrets.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { mediaSettings } from './media.settings.js';
import { documentsKind, imagesKind } from './infrastructure/media.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

const RIGHTS = {
  'media.write': { allows: 'upload, edit and remove images and documents', roles: ['Editor'] },
  'media.write.own': {
    allows: 'the same with own uploads that nothing published shows',
    roles: ['Editor', 'Guest Editor', 'Guest Writer', 'Community User'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

@Module({
  imports: [
    SiteModule.forFeature({ settings: [mediaSettings], rights: RIGHTS }),
    MigrationsModule.forFeature([
      Media1795564800000,
      MediaUploaders1796056215000,
      FetchedImages1797400400000,
      ImageFocalPoints1797700000000,
      DocumentSecrets1797800000000,
    ]),
    TransferModule.forFeature([documentsKind, imagesKind]),
    TypeOrmModule.forFeature([Image, MediaDocument, FetchedImage]),
    ContentModule,
  ],
  controllers: [
    ImagesController,
    DocumentsController,
    ImageFilesController,
    DocumentFilesController,
    SignedDocumentUrlsController,
    SignedImageUrlsController,
  ],
  providers: [
    FocalPointDetector,
    DocumentMarkup,
    DocumentPresenter,
    DocumentShortcodes,
    DocumentsService,
    FilePermits,
    FetchedImagesService,
    ForeignImageShortcodes,
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
    SignedUrls,
    { provide: MediaVisibility, useClass: SqlMediaVisibility },
    { provide: DocumentsRepository, useClass: SqlDocumentsRepository },
    { provide: FetchedImagesRepository, useClass: SqlFetchedImagesRepository },
    { provide: ImagesRepository, useClass: SqlImagesRepository },
  ],
  exports: [ImageLinks, ImageMarkup, ImagesService, MediaAccess, MediaReferences, SignedUrls],
})
export class MediaModule {
  constructor(
    changed: ChangedResourceReaders,
    access: MediaAccess,
    images: ImagesService,
    documents: DocumentsService,
    image: ImagePresenter,
    document: DocumentPresenter,
  ) {
    const ofImages = { byId: images.byId.bind(images), present: image.present.bind(image) };
    const ofDocuments = { byId: documents.byId.bind(documents), present: document.present.bind(document) };
    changed.register('image', new ChangedMedia('image', access, ofImages));
    changed.register('document', new ChangedMedia('document', access, ofDocuments));
  }
}
