import { readFile } from 'node:fs/promises';
import type { DocumentType } from '../../modules/media/domain/document.entity.js';
import type { DocumentInspector } from '../../modules/media/documents/document-inspector.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { mustEqual, mustFail, ofKind } from '../expectations.js';
import { withFile } from '../work-folder.js';

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n';
const GOOD: readonly (readonly [DocumentType, string])[] = [
  ['csv', 'name,votes\nAnn,12\n'],
  ['json', '{ "votes": [12, 13] }'],
  ['srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n'],
  ['pdf', PDF],
];

const inspect = (inspector: DocumentInspector, type: DocumentType, content: string) =>
  withFile(content, (path) => inspector.inspect(path, type));

export function documentInspectorContract(make: Make<DocumentInspector>): ContractCheck[] {
  return checksOf(make, {
    'takes documents that are what their names say': async (inspector) => {
      for (const [type, content] of GOOD) await inspect(inspector, type, content);
    },
    'refuses what is of another type': async (inspector) => {
      const refused = () => inspect(inspector, 'pdf', 'name,votes\nAnn,12\n');
      await mustFail(refused, 'a table called .pdf', ofKind('unsupported-media-type'));
    },
    'refuses what is damaged': async (inspector) => {
      for (const [type, content] of [
        ['json', '{ "votes": [12'],
        ['pdf', PDF.slice(0, 40)],
      ] as const)
        await mustFail(
          () => inspect(inspector, type, content),
          `half of a .${type}`,
          ofKind('unprocessable'),
        );
    },
    'leaves the file as it is': async (inspector) => {
      await withFile(PDF, async (path) => {
        await inspector.inspect(path, 'pdf');
        mustEqual(await readFile(path, 'utf8'), PDF, 'the file after the inspection');
      });
    },
  });
}
