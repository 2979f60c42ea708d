import { crc32, deflateRawSync } from 'node:zlib';

/** A file inside an archive. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer | string;
  readonly isDeflated?: boolean;
}

const VERSION = 20;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;

/** A ZIP archive as the specification of PKWARE has it: local headers, central directory, end record. */
export function zip(entries: readonly Entry[], comment = ''): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isDeflated = false } of entries) {
    const [bytes, encodedName] = [Buffer.from(content), Buffer.from(name)];
    const packed = isDeflated ? deflateRawSync(bytes, { level: 1 }) : bytes;
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(VERSION, 0);
    shared.writeUInt16LE(UTF8_NAMES, 2);
    shared.writeUInt16LE(isDeflated ? DEFLATED : 0, 4);
    shared.writeUInt16LE(0x5a21, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(encodedName.length, 22);
    files.push(Buffer.from('PK\u0003\u0004'), shared, encodedName, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), uint16(VERSION), shared, place, encodedName);
    offset += 30 + encodedName.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...files, ...directory, Buffer.from('PK\u0005\u0006'), end, Buffer.from(comment)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument';

/** An Office Open XML package of one main part. */
function office(part: string, type: string, main: string, more: readonly Entry[] = []): Buffer {
  const types =
    `${XML}<Types xmlns="${FORMATS}/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>` +
    `<Override PartName="/${part}" ContentType="${OFFICE_TYPE}.${type}.main+xml"/></Types>`;
  return zip([
    { name: '[Content_Types].xml', content: types },
    { name: '_rels/.rels', content: relationship('officeDocument', part) },
    { name: part, content: XML + main },
    ...more,
  ]);
}

const relationship = (type: string, target: string) =>
  `${XML}<Relationships xmlns="${FORMATS}/package/2006/relationships">` +
  `<Relationship Id="rId1" Type="${FORMATS}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;

const docx = (text: string) =>
  office(
    'word/document.xml',
    'wordprocessingml.document',
    `<w:document xmlns:w="${FORMATS}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  );

const xlsx = (text: string) => {
  const namespaces = `xmlns="${FORMATS}/spreadsheetml/2006/main" xmlns:r="${FORMATS}/officeDocument/2006/relationships"`;
  const sheet = `<worksheet ${namespaces}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
  return office(
    'xl/workbook.xml',
    'spreadsheetml.sheet',
    `<workbook ${namespaces}><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    [
      { name: 'xl/_rels/workbook.xml.rels', content: relationship('worksheet', 'worksheets/sheet1.xml') },
      { name: 'xl/worksheets/sheet1.xml', content: XML + sheet },
    ],
  );
};

const pptx = (text: string) =>
  office(
    'ppt/presentation.xml',
    'presentationml.presentation',
    `<!-- ${text} --><p:presentation xmlns:p="${FORMATS}/presentationml/2006/main"><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  );

const SECTOR = 512;
const IDS_PER_SECTOR = SECTOR / 4;
const DIRECTORY_ENTRY = 128;
/** Shorter streams would have to share sectors. */
const SMALLEST_STREAM = 4096;
const [NOTHING, END_OF_CHAIN, ALLOCATION_SECTOR, LIST_SECTOR] = [
  0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc,
];
/**
 * Sectors of the allocation table that the header has room to name; the others
 * are listed in sectors of their own.
 */
const NAMED_IN_HEADER = 109;
const [STORAGE, STREAM, ROOT] = [1, 2, 5];

interface Node {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
  readonly children: Node[];
}

/**
 * A compound file (MS-CFB, version 3): a folder of streams in sectors. The directory lies behind the streams,
 * as in files that programs save. A name with a slash is a stream within a storage, as of an embedded object.
 */
export function compoundFile(streams: Readonly<Record<string, Buffer | string>>): Buffer {
  const root: Node = { name: 'Root Entry', type: ROOT, start: END_OF_CHAIN, size: 0, children: [] };
  const allocation: number[] = [];
  const chain = (sectors: number) => {
    const start = allocation.length;
    for (let n = 1; n <= sectors; n++) allocation.push(n === sectors ? END_OF_CHAIN : start + n);
    return start;
  };
  const contents: Buffer[] = [];
  for (const [path, content] of Object.entries(streams)) {
    const bytes = Buffer.from(content);
    const size = Math.max(bytes.length, SMALLEST_STREAM);
    const sectors = Math.ceil(size / SECTOR);
    contents.push(Buffer.concat([bytes, Buffer.alloc(sectors * SECTOR - bytes.length)]));
    const [name = '', storage] = path.split('/').reverse();
    const parent = storage === undefined ? root : storageNamed(storage, root);
    parent.children.push({ name, type: STREAM, start: chain(sectors), size, children: [] });
  }
  const directory = directoryOf(root);
  const directoryStart = chain(directory.length / SECTOR);
  const places = (lists: number) => Math.ceil((allocation.length + lists) / (IDS_PER_SECTOR - 1));
  const listsFor = (tables: number) =>
    Math.ceil(Math.max(0, tables - NAMED_IN_HEADER) / (IDS_PER_SECTOR - 1));
  const lists = listsFor(places(listsFor(places(0))));
  const tables = places(lists);
  const tableStart = allocation.length;
  const listStart = tableStart + tables;
  for (let n = 0; n < tables; n++) allocation.push(ALLOCATION_SECTOR);
  for (let n = 0; n < lists; n++) allocation.push(LIST_SECTOR);
  while (allocation.length < tables * IDS_PER_SECTOR) allocation.push(NOTHING);
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: Math.log2(SECTOR), 32: 6 };
  for (const [at, value] of Object.entries(shorts)) header.writeUInt16LE(value, Number(at));
  const longs = { 44: tables, 48: directoryStart, 56: SMALLEST_STREAM, 60: END_OF_CHAIN };
  for (const [at, value] of Object.entries(longs)) header.writeUInt32LE(value, Number(at));
  header.writeUInt32LE(lists > 0 ? listStart : END_OF_CHAIN, 68);
  header.writeUInt32LE(lists, 72);
  for (let n = 0; n < Math.min(tables, NAMED_IN_HEADER); n++)
    header.writeUInt32LE(tableStart + n, 76 + n * 4);
  const table = Buffer.alloc(allocation.length * 4);
  for (const [sector, next] of allocation.entries()) table.writeUInt32LE(next, sector * 4);
  return Buffer.concat([header, ...contents, directory, table, listsOf(tableStart, tables, lists)]);
}

/**
 * Lists that the header has no room for: the sectors of the table, and at the
 * end of each the place of the next.
 */
function listsOf(tableStart: number, tables: number, lists: number): Buffer {
  const bytes = Buffer.alloc(lists * SECTOR, 0xff);
  for (let n = NAMED_IN_HEADER; n < tables; n++) {
    const index = n - NAMED_IN_HEADER;
    bytes.writeUInt32LE(tableStart + n, (index + Math.floor(index / (IDS_PER_SECTOR - 1))) * 4);
  }
  for (let list = 0; list < lists; list++) {
    const next = list + 1 < lists ? tableStart + tables + list + 1 : END_OF_CHAIN;
    bytes.writeUInt32LE(next, (list + 1) * SECTOR - 4);
  }
  return bytes;
}

function storageNamed(name: string, root: Node): Node {
  const found = root.children.find((child) => child.name === name);
  const storage = found ?? { name, type: STORAGE, start: 0, size: 0, children: [] };
  if (!found) root.children.push(storage);
  return storage;
}

function directoryOf(root: Node): Buffer {
  const nodes = [root, ...root.children, ...root.children.flatMap(({ children }) => children)];
  // Siblings are a search tree by length, then by name; a row of right branches is one.
  for (const { children } of nodes) {
    children.sort((one, other) => one.name.length - other.name.length || (one.name < other.name ? -1 : 1));
  }
  const siblings = nodes.map(({ children }) => children);
  const idOf = (node: Node | undefined) => (node ? nodes.indexOf(node) : NOTHING);
  const entries = nodes.map((node) => {
    const row = siblings.find((children) => children.includes(node)) ?? [];
    const entry = Buffer.alloc(DIRECTORY_ENTRY);
    entry.write(node.name, 0, 'utf16le');
    entry.writeUInt16LE((node.name.length + 1) * 2, 64);
    entry.set([node.type, 1], 66);
    entry.writeUInt32LE(NOTHING, 68);
    entry.writeUInt32LE(idOf(row[row.indexOf(node) + 1]), 72);
    entry.writeUInt32LE(idOf(node.children[0]), 76);
    entry.writeUInt32LE(node.start, 116);
    entry.writeUInt32LE(node.size, 120);
    return entry;
  });
  while ((entries.length * DIRECTORY_ENTRY) % SECTOR !== 0) entries.push(emptyEntry());
  return Buffer.concat(entries);
}

function emptyEntry(): Buffer<ArrayBuffer> {
  const entry = Buffer.alloc(DIRECTORY_ENTRY);
  for (const at of [68, 72, 76]) entry.writeUInt32LE(NOTHING, at);
  return entry;
}

/** How the main stream of each begins: FIB of Word, BOF of Excel, first record of PowerPoint. */
const bytes = (hex: string, text: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);
const doc = (text: string) => compoundFile({ WordDocument: bytes('eca5c100', text), '1Table': '' });
const xls = (text: string) => compoundFile({ Workbook: bytes('0908100000060500', text) });
const ppt = (text: string) =>
  compoundFile({ 'Current User': '', 'PowerPoint Document': bytes('0f00e803', text) });

export function pdf(text: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>>>',
  ];
  let content = `%PDF-1.4\n%${text}\n`;
  const offsets = objects.map((object, index) => {
    const offset = Buffer.byteLength(content);
    content += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = Buffer.byteLength(content);
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${content}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
}

/** A small valid file of every type; the text makes it another one. */
export const DOCUMENTS = {
  csv: (text: string) => Buffer.from(`name,text\r\n"Ann, Lee","${text}"\r\n`),
  doc,
  docx,
  json: (text: string) => Buffer.from(JSON.stringify({ text, list: [1, 2.5, null, true] })),
  pdf,
  ppt,
  pptx,
  srt: (text: string) => Buffer.from(`1\r\n00:00:01,000 --> 00:00:02,500\r\n${text}\r\n\r\n`),
  xls,
  xlsx,
  zip: (text: string) => zip([{ name: 'one.txt', content: text }]),
} satisfies Record<string, (text: string) => Buffer>;

export type DocumentType = keyof typeof DOCUMENTS;
export const DOCUMENT_TYPES = Object.keys(DOCUMENTS) as DocumentType[];
