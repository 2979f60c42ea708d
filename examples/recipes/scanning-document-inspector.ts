import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type DocumentType,
  FileDocumentInspector,
  OverloadedError,
  UnprocessableError,
} from 'content-publishing-service';

const run = promisify(execFile);
/** `clamdscan` ends with it when it has found something. */
const INFECTED = 1;

/** Takes documents in which the virus scanner of the machine finds nothing. */
@Injectable()
export class ScanningDocumentInspector extends FileDocumentInspector {
  override async inspect(path: string, type: DocumentType): Promise<void> {
    await super.inspect(path, type);
    try {
      await run('clamdscan', ['--fdpass', '--no-summary', path]);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === INFECTED)
        throw new UnprocessableError('document-infected', 'The virus scanner objects to the file.');
      throw new OverloadedError('scanner-unreachable', 'The virus scanner does not answer.', 30);
    }
  }
}
