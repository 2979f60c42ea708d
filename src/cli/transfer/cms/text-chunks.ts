import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { InvalidError } from '../../../kernel/errors.js';

export interface TextChunk {
  readonly text: string;
  readonly bytes: number;
  /** Whether some bytes are no characters; U+FFFD stands for them. */
  readonly isDamaged: boolean;
}

/** A file that is no export that can be imported. @param message a sentence */
export const unreadableExport = (message: string): InvalidError =>
  new InvalidError('unreadable-export', message);

const CHUNK_BYTES = 256 * 1024;
const HEAD_BYTES = 1024;
const DECLARED = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/;

/**
 * The text of a file, in the encoding that its byte order mark or its XML declaration names; else in UTF-8.
 */
export async function* textChunks(file: string): AsyncGenerator<TextChunk, void> {
  const encoding = await encodingOf(file);
  const decoder = decoderOf(encoding, false);
  let strict = decoderOf(encoding, true);
  for await (const chunk of createReadStream(file, {
    highWaterMark: CHUNK_BYTES,
  }) as AsyncIterable<Buffer>) {
    let isDamaged = false;
    try {
      strict.decode(chunk, { stream: true });
    } catch {
      isDamaged = true;
      strict = decoderOf(encoding, true);
    }
    yield { text: decoder.decode(chunk, { stream: true }), bytes: chunk.length, isDamaged };
  }
  const text = decoder.decode();
  if (text !== '') yield { text, bytes: 0, isDamaged: true };
}

async function encodingOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [first, second] = buffer;
    if (bytesRead > 1 && first === 0xff && second === 0xfe) return 'utf-16le';
    if (bytesRead > 1 && first === 0xfe && second === 0xff) return 'utf-16be';
    const head = buffer.toString('latin1', 0, bytesRead).replace(/^\u00ef\u00bb\u00bf/, '');
    return DECLARED.exec(head)?.[1] ?? 'utf-8';
  } finally {
    await handle.close();
  }
}

function decoderOf(encoding: string, fatal: boolean): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal });
  } catch {
    throw unreadableExport(`The file is in ${encoding}, which cannot be read.`);
  }
}
