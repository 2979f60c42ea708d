import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { Actor } from '../../modules/auth/domain/actor.js';
import { escapeHtml } from '../../kernel/html.js';
import { NotFoundError, UnprocessableError, UnsupportedMediaTypeError } from '../../kernel/errors.js';
import type { HtmlSanitizer } from '../../modules/content/sanitising/html-sanitizer.js';
import type { ImageFacts } from '../../modules/media/domain/image.entity.js';
import type { ImageProcessor } from '../../modules/media/images/image-processor.js';
import type { PermalinkStrategy } from '../../modules/permalinks/permalink-strategy.js';
import type { FileStorage } from '../../modules/storage/file-storage.js';
import { PlainTheme } from '../../pages/theme/plain-theme.js';
import { type ContractCheck, ContractError } from '../contract-check.js';
import { MemoryFileStorage } from '../memory-file-storage.js';
import { authenticatorContract } from './authenticator.contract.js';
import { documentInspectorContract } from './document-inspector.contract.js';
import { fileStorageContract } from './file-storage.contract.js';
import { htmlSanitizerContract } from './html-sanitizer.contract.js';
import { imageProcessorContract } from './image-processor.contract.js';
import { pageThemeContract } from './page-theme.contract.js';
import { permalinkStrategyContract } from './permalink-strategy.contract.js';
import { siteSettingsSourceContract } from './site-settings-source.contract.js';

/** A fault, and the check that finds it. */
type Faults = Readonly<Record<string, ContractCheck[]>>;

/** Each check is to fail with the adapter that it is listed with. */
function findsFaults(port: string, faults: Faults): void {
  describe(port, () => {
    const all = Object.values(faults)[0]?.map(({ name }) => name);

    test('has a fault for each check', () => {
      expect(Object.keys(faults).sort()).toEqual(all?.sort());
    });

    test.each(Object.entries(faults))('must be one that %s', async (name, checks) => {
      const check = checks.find((one) => one.name === name);
      await expect(check?.run()).rejects.toThrow(ContractError);
    });
  });
}

type Change<T> = Partial<{ [K in keyof T]: T[K] }>;
let count = 0;

const permalinks = (change: Change<PermalinkStrategy>) =>
  permalinkStrategyContract(() => ({
    dependsOnSection: false,
    pathOf: ({ basename }) => `/${basename}`,
    ...change,
  }));

findsFaults('PermalinkStrategy', {
  'begins each path with a slash': permalinks({ pathOf: ({ basename }) => basename }),
  'makes paths that can be stored as they are': permalinks({ pathOf: ({ id }) => `//${id}` }),
  'leaves the paths of the service alone': permalinks({ pathOf: ({ id }) => `/api/${id}` }),
  'gives a post the same path each time': permalinks({ pathOf: () => `/${++count}` }),
  'tells posts apart by their id or their basename': permalinks({ pathOf: () => '/a' }),
  'says whether paths depend on the section': permalinks({ dependsOnSection: true }),
});

const storage = (change: (sound: MemoryFileStorage) => Change<FileStorage>) =>
  fileStorageContract(() => {
    const sound = new MemoryFileStorage();
    const broken = new MemoryFileStorage();
    return Object.assign(broken, change(sound));
  });
const nothing = () => Promise.resolve();

findsFaults('FileStorage', {
  'gives back what was put, and needs the local file no more': storage(() => ({ put: nothing })),
  'keeps an empty file': storage(() => ({ size: () => Promise.resolve(null) })),
  'keeps bytes as they are': storage((sound) => ({
    put: async (key, path) => {
      await writeFile(path, await readFile(path, 'latin1'));
      await sound.put(key, path);
    },
    withLocalFile: (key, work) => sound.withLocalFile(key, work),
  })),
  'gives parts of a file': storage((sound) => ({
    put: (key, path) => sound.put(key, path),
    open: (key) => sound.open(key),
  })),
  'refuses parts that a file does not have': storage((sound) => ({
    put: (key, path) => sound.put(key, path),
    open: () => Promise.resolve(Readable.from(['x'])),
  })),
  'says that a file is not there before its first byte': storage(() => ({
    open: () => Promise.resolve(Readable.from([])),
  })),
  'takes a file of the same size for the same, and replaces one of another': storage((sound) => ({
    put: async (key, path) => {
      if ((await sound.size(key)) === null) await sound.put(key, path);
    },
    open: (key) => sound.open(key),
  })),
  'takes the same file from many at once': storage((sound) => {
    let isBusy = false;
    return {
      put: (key, path) => {
        if (isBusy) throw new Error('EBUSY');
        isBusy = true;
        return sound.put(key, path);
      },
    };
  }),
  'keeps nothing when there is no local file': storage(() => ({ put: nothing })),
  'gives work a path for as long as it runs': storage(() => ({ withLocalFile: (key, work) => work(key) })),
  'removes what is there, and does not mind what is not': storage(() => ({
    remove: (key) => Promise.reject(new NotFoundError('file-not-found', key)),
  })),
  'lists and removes by prefix, and no more than that': storage((sound) => ({
    put: (key, path) => sound.put(key, path),
    list: (prefix) => sound.list(`${prefix.split('/')[0] ?? ''}/`),
  })),
  'refuses keys that are none': storage(() => ({ put: nothing })),
  'refuses prefixes that are none': storage(() => ({ removeAll: nothing })),
  'checks itself, leaves nothing behind, and says where it is': storage(() => ({
    check: () => Promise.resolve(''),
  })),
});

const sanitizer = (change: Change<HtmlSanitizer>) =>
  htmlSanitizerContract(() => ({
    version: 1,
    sanitize: (texts) =>
      Promise.resolve(texts.map((html) => ({ html: escapeHtml(html), wordsCount: 3, removed: [] }))),
    ...change,
  }));
const making = (htmlOf: (text: string) => string): Change<HtmlSanitizer> => ({
  sanitize: (texts) =>
    Promise.resolve(texts.map((text) => ({ html: htmlOf(text), wordsCount: 0, removed: [] }))),
});

findsFaults('HtmlSanitizer', {
  'has one result for each text, in the same order': sanitizer(making(() => '<p>text 0.</p>')),
  'takes out what runs scripts, and keeps the text': sanitizer(making((text) => text)),
  'has < and > do nothing but delimit tags': sanitizer(making((text) => text)),
  'leaves shortcodes alone': sanitizer(making((text) => text.replaceAll(/\[.*\]/g, ''))),
  'counts words that readers see': sanitizer(making((text) => text)),
  'has a version, the same each time': sanitizer({ version: 0 }),
});

const inspector = (inspect: (path: string, type: string) => Promise<void>) =>
  documentInspectorContract(() => ({ inspect }));

findsFaults('DocumentInspector', {
  'takes documents that are what their names say': inspector(() =>
    Promise.reject(new UnsupportedMediaTypeError('no', 'No.')),
  ),
  'refuses what is of another type': inspector(nothing),
  'refuses what is damaged': inspector(nothing),
  'leaves the file as it is': inspector((path) => writeFile(path, 'clean')),
});

const FACTS: ImageFacts = {
  format: 'png',
  ...{ width: 48, height: 32, orientation: 1, frames: 1, hasAlpha: false },
  ...{ isProgressive: false, iptc: { 'by-line': '', 'caption/abstract': '' } },
};

const processor = (change: Change<ImageProcessor> = {}) =>
  imageProcessorContract(() => ({
    inspect: () => Promise.resolve(FACTS),
    findAttention: () => Promise.resolve({ x: 100, y: -1 }),
    writeOrigin: () => Promise.reject(new UnprocessableError('no', 'No.')),
    render: () => Promise.resolve(Buffer.from('')),
    ...change,
  }));

findsFaults('ImageProcessor', {
  'tells format and size of an image': processor({
    inspect: () => Promise.resolve({ ...FACTS, width: 1 }),
  }),
  'refuses what is no image': processor(),
  'finds a place in the image that people look at': processor(),
  'writes the whole image': processor(),
  'makes an image of the width and the format': processor(),
  'makes an image of a part': processor(),
  'makes no image larger than it is': processor({
    inspect: () => Promise.resolve({ ...FACTS, width: 4000 }),
  }),
  'refuses an image that cannot be decoded': processor(),
});

class BrokenTheme extends PlainTheme {
  constructor(private readonly change: (html: string) => string) {
    super();
  }

  override post(...parameters: Parameters<PlainTheme['post']>): string {
    return this.change(super.post(...parameters));
  }

  override ampPost(...parameters: Parameters<PlainTheme['ampPost']>): string {
    return this.change(super.ampPost(...parameters));
  }

  override list(...parameters: Parameters<PlainTheme['list']>): string {
    return this.change(super.list(...parameters));
  }

  override listicle(...parameters: Parameters<PlainTheme['listicle']>): string {
    return this.change(super.listicle(...parameters));
  }
}

const theme = (change: (html: string) => string) => pageThemeContract(() => new BrokenTheme(change));

findsFaults('PageTheme', {
  'makes whole documents': theme((html) => html.slice(0, -20)),
  'shows what a post says': theme((html) => html.replaceAll('The body', '')),
  'leads from a list to its posts': theme((html) => html.replaceAll('of-the-card', '')),
  'shows texts as texts': theme((html) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>')),
  'has scripts and styles in its files alone': theme((html) => html.replace('<body', '<body onload="x()"')),
  'makes AMP pages without its files': theme((html) => html.replace(/<html[^>]*>/, '<html>')),
  'has files with names and types of their own': pageThemeContract(() =>
    Object.assign(new PlainTheme(), { files: [{ name: '../a', contentType: 'css', content: '' }] }),
  ),
  'makes a listicle of all of its items': theme((html) => html.replaceAll('Item two', '')),
});

const source = (load: () => unknown, name = 'The vault') =>
  siteSettingsSourceContract(() => ({ name, load }));

findsFaults('SiteSettingsSource', {
  'has a name': source(() => ({}), ' '),
  'answers with plain JSON': source(() => ({ at: new Date() })),
  'answers with settings that the service takes': source(() => ({ colour: 'red' })),
  'answers with the same each time': source(() => ({ site: { name: String(++count) } })),
});

const known = { secret: 'known', authorId: 1 };
const someone = (authorId = 1) => Promise.resolve(new Actor(authorId, 'Editor', []));
const nobody = () => Promise.resolve(null);

const kept = someone();
findsFaults('Authenticator', {
  'knows whose a secret is': authenticatorContract(
    () => ({ authenticate: () => someone(2), forget: nothing }),
    known,
  ),
  'answers null for a secret that it does not know': authenticatorContract(
    () => ({ authenticate: () => someone(), forget: nothing }),
    known,
  ),
  'knows a secret after it has forgotten the author': authenticatorContract(
    () => ({ authenticate: nobody, forget: nothing }),
    known,
  ),
  'remembers no actor after it has forgotten the author': authenticatorContract(
    () => ({ authenticate: () => kept, forget: nothing }),
    known,
  ),
});
