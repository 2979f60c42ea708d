import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../../kernel/errors.js';
import { byId, type PagedList } from '../../../kernel/page.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Actor } from '../../auth/domain/actor.js';
import { BlobStore } from '../../storage/blob-store.js';
import {
  type Area,
  type CropInput,
  type CropInputs,
  type Crops,
  isSameArea,
  type Point,
} from '../domain/crops.js';
import type { Image, ImageDetails } from '../domain/image.entity.js';
import { ImagesRepository } from '../domain/images.repository.js';
import { manualCrop } from '../domain/manual-crops.js';
import { ImageFactory, type InspectedImage } from './image.factory.js';
import { ImageLinks } from './image-links.js';
import { MediaAccess } from '../references/media-access.js';
import type { ReceivedFile } from '../received-file.js';

export interface ImageEdit {
  readonly details: ImageDetails;
  /** Undefined leaves all crops, null returns them to their defaults. */
  readonly crops?: CropInputs | null | undefined;
  /** Undefined leaves it, null lets the one that was found count. */
  readonly focalPoint?: Point | null | undefined;
  /** Versions that the client has seen; an image at another one is not changed. */
  readonly ifVersions?: readonly number[] | undefined;
}

/** The crops and the point of an image, in the form in which clients send them back. */
interface Shown {
  readonly crops: Crops;
  readonly focalPoint: Point | null;
}

/** An image that something refers to, and the field in which it does. */
export interface ImageReference {
  readonly id: number | null | undefined;
  readonly field: string;
}

/** Takes, changes, finds and removes images. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly images: ImagesRepository,
    private readonly blobs: BlobStore,
    private readonly factory: ImageFactory,
    private readonly access: MediaAccess,
    private readonly links: ImageLinks,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * One image for each file, all of them or none.
   *
   * @param field in which they were sent
   * @param added part of the unit of work that adds them, for each
   * @throws UnsupportedMediaTypeError, UnprocessableError, InvalidError naming the file
   */
  async create(
    files: readonly ReceivedFile[],
    details: ImageDetails,
    actor: Actor,
    field = 'file',
    added: (image: Image) => Promise<void> = () => Promise.resolve(),
  ): Promise<Image[]> {
    const inspected: InspectedImage[] = [];
    for (const [index, file] of files.entries())
      inspected.push(await this.factory.inspect(file, files.length === 1 ? field : `${field}[${index}]`));
    return this.blobs.attach(inspected.map(toStore), async () => {
      const images: Image[] = [];
      for (const found of inspected) {
        const image = this.factory.newImage(found, details, actor.authorId);
        image.setFocalPoint(await this.images.focalPointOf(image.hash));
        images.push(await this.images.add(image));
      }
      for (const image of images) await added(image);
      return images;
    });
  }

  /** @throws NotFoundError, ForbiddenError, InvalidError for crops that do not fit */
  edit(id: number, edit: ImageEdit, actor: Actor): Promise<Image> {
    return this.unitOfWork.run(async () => {
      const image = await this.images.getForUpdate(id);
      await this.access.mustChange('image', image, actor);
      await this.images.mustMatch(image, edit.ifVersions);
      return this.images.save(this.changed(image, edit, this.shownBy(image)));
    });
  }

  /** Shows another file under the same id; what is not sent of the description stays. */
  async replace(id: number, file: ReceivedFile, edit: ImageEdit, actor: Actor): Promise<Image> {
    const inspected = await this.factory.inspect(file, 'image_url');
    return this.blobs.attach([toStore(inspected)], async () => {
      const image = await this.images.getForUpdate(id);
      await this.access.mustChange('image', image, actor);
      await this.images.mustMatch(image, edit.ifVersions);
      const { hash: former } = image;
      const shown = this.shownBy(image);
      if (former !== inspected.file.hash) {
        image.show(inspected.file, inspected.facts);
        image.setFocalPoint(await this.images.focalPointOf(image.hash));
        await this.blobs.release(former);
      }
      return this.images.save(this.changed(image, edit, shown));
    });
  }

  /** @throws NotFoundError also when the actor may not see it */
  async get(id: number, actor: Actor): Promise<Image> {
    const image = await this.images.getById(id);
    await this.access.mustSee('image', image, actor);
    return image;
  }

  /** @throws NotFoundError, ForbiddenError */
  async mustBeChangeable(id: number, actor: Actor): Promise<void> {
    await this.access.mustChange('image', await this.images.getById(id), actor);
  }

  /** Whether readers without a key are shown it. */
  isPublic(id: number): Promise<boolean> {
    return this.access.isPublic('image', id);
  }

  find(id: number): Promise<Image | null> {
    return this.images.findById(id);
  }

  /** The images that the actor may see, newest first. */
  list(actor: Actor): PagedList<Image> {
    return this.access.list('image', actor, {
      page: (page) => this.images.list(page),
      byId: (ids) => this.byId(ids),
      total: () => this.images.total(),
    });
  }

  /** Existing images by id; in one statement, and in none when there is no id. */
  async byId(ids: Iterable<number | null | undefined>): Promise<ReadonlyMap<number, Image>> {
    const distinct = distinctIds(ids);
    return byId(distinct.length === 0 ? [] : await this.images.findByIds(distinct));
  }

  /**
   * To be called in the unit of work that saves what refers to the images: they are not removed before it
   * ends, and whoever removes them afterwards finds the references.
   *
   * @throws InvalidError naming the fields whose image is not there
   */
  async mustExist(references: readonly ImageReference[]): Promise<ReadonlyMap<number, Image>> {
    const distinct = distinctIds(references.map(({ id }) => id));
    const images = byId(distinct.length === 0 ? [] : await this.images.holdByIds(distinct));
    const unknown = references.filter(({ id }) => id !== null && id !== undefined && !images.has(id));
    if (unknown.length === 0) return images;
    const errors = unknown.map(({ id, field }) => ({ field, message: `there is no image ${id ?? ''}` }));
    throw InvalidError.fields(errors);
  }

  /**
   * @param force removes it also when something shows it.
   * @throws ForbiddenError; ConflictError naming what shows it
   */
  async remove(id: number, force: boolean, actor: Actor, ifVersions?: readonly number[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      const image = await this.images.getForUpdate(id);
      // Under the lock: whoever began to use the image has committed, whoever
      // begins now waits and finds it gone.
      await this.access.mustRemove('image', image, force, actor);
      await this.images.mustMatch(image, ifVersions);
      await this.images.remove(image, await this.access.readersOf('image', image));
      await this.blobs.release(image.hash);
    });
  }

  private shownBy(image: Image): Shown {
    return { crops: this.links.crops(image), focalPoint: image.chosenPoint };
  }

  /** @param shown before the edit: clients send back all that they were shown, and change a part of it */
  private changed(image: Image, { details, crops, focalPoint }: ImageEdit, shown: Shown): Image {
    image.describe(details);
    if (focalPoint !== undefined && !isSamePoint(focalPoint, shown.focalPoint))
      image.chooseFocalPoint(focalPoint);
    if (crops === null) image.manualCrops = null;
    else if (crops !== undefined) image.manualCrops = cropsAfter(image, crops, shown.crops);
    return image;
  }
}

/** @returns null for an image that had none, and has none */
function cropsAfter(image: Image, sent: CropInputs, shown: Crops): Record<string, Area> | null {
  const known = Object.keys(shown);
  const crops: Record<string, Area | null> = { ...image.manualCrops };
  for (const [code, crop] of Object.entries(sent)) {
    const field = `manual_image_crops.${code}`;
    if (!known.includes(code))
      throw InvalidError.field(field, `there is no ratio ${code}; there are ${known.join(', ')}`);
    if (!isAsShown(crop, shown[code])) crops[code] = crop && manualCrop(crop, code, image, field);
  }
  const drawn = Object.entries(crops).filter((entry): entry is [string, Area] => entry[1] !== null);
  return image.manualCrops === null && drawn.length === 0 ? null : Object.fromEntries(drawn);
}

function isAsShown(sent: CropInput | null, shown: Area | undefined): boolean {
  if (!sent || !shown || sent.imgWidth !== undefined || sent.imgHeight !== undefined) return false;
  return isSameArea(sent, shown);
}

const isSamePoint = (one: Point | null, other: Point | null): boolean =>
  one?.x === other?.x && one?.y === other?.y;

const toStore = ({ file, facts }: InspectedImage) => ({ ...file, contentType: `image/${facts.format}` });

const distinctIds = (ids: Iterable<number | null | undefined>): number[] =>
  [...new Set(ids)].filter((id) => id !== null && id !== undefined);
