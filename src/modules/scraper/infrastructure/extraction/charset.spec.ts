import { describe, expect, test } from '@jest/globals';
import { expectProportional } from '../../../../../test/support/cpu-time.js';
import { charsetOf, decodePage } from './charset.js';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const ascii = (text: string) => Buffer.from(text, 'latin1');
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts));

/** In each charset, the same length of text that a page has at least. */
const SAMPLES = [
  { charset: 'gb18030', text: '中文网页', hex: 'd6d0 cec4 cdf8 d2b3' },
  { charset: 'shift_jis', text: '日本語のページ', hex: '93fa 967b 8cea 82cc 8379 815b 8357' },
  { charset: 'euc-jp', text: '日本語のページ', hex: 'c6fc cbdc b8ec a4ce a5da a1bc a5b8' },
  { charset: 'windows-1251', text: 'Новости дня', hex: 'cdeee2eef1f2e8 20 e4edff' },
  { charset: 'big5', text: '中文網頁', hex: 'a4a4 a4e5 baf4 adb6' },
  { charset: 'euc-kr', text: '한국어', hex: 'c7d1 b1b9 beee' },
  { charset: 'iso-2022-jp', text: '日本語', hex: '1b2442 467c 4b5c 386c 1b2842' },
];

describe.each(SAMPLES)('$charset', ({ charset, text, hex }) => {
  test('by the header', () => {
    expect(decodePage(bytesOf(hex), `text/html; charset=${charset.toUpperCase()}`)).toBe(text);
  });

  test('by a meta', () => {
    const page = join(ascii(`<!-- <meta charset=x> --><head><meta charset='${charset}'><p>`), bytesOf(hex));
    expect(decodePage(page, 'text/html')).toContain(`<p>${text}`);
  });

  test('by a pragma', () => {
    const pragma = `<META content="text/html; charset=${charset}" http-equiv=Content-Type>`;
    expect(decodePage(join(ascii(pragma), bytesOf(hex)), '')).toContain(`>${text}`);
  });

  test('cut in the middle of a character', () => {
    const bytes = bytesOf(hex).slice(0, -1);
    expect(decodePage(bytes, `text/html; charset=${charset}`).slice(0, 2)).toBe(text.slice(0, 2));
  });
});

describe('without any label', () => {
  test.each([
    [
      'gb18030',
      'cbf9d3d0c8cbb5c4d2bbc9fabcb8bef6b6a8d4dad2bbb8f6cab1bcc4cbf9d3d0b5c4cac2c7e9b6bccac7d2bbd1f9b5c4',
      '所有人的一生',
    ],
    [
      'shift_jis',
      '82b182cc8379815b835782cd93fa967b8cea82c58f9182a982ea82c482a282dc82b78142',
      'このページは日本語で書かれています。',
    ],
    [
      'euc-jp',
      'a4b3a4cea5daa1bca5b8a4cfc6fccbdcb8eca4c7bdf1a4aba4eca4c6a4a4a4dea4b9a1a3',
      'このページは日本語で書かれています。',
    ],
    [
      'windows-1251',
      'cde020fdf2eee920f1f2f0e0ede8f6e520efeef1ebe5e4ede8e520edeee2eef1f2e820f1f2f0e0edfb20e820ece8f0e0',
      'На этой странице последние новости страны и мира',
    ],
    ['iso-2022-jp', '1b2442467c4b5c386c1b2842', '日本語'],
    ['utf-8', 'd09dd0bed0b2d0bed181d182d0b8', 'Новости'],
  ])('%s is found', (_charset, hex, text) => {
    expect(decodePage(bytesOf(hex), 'text/html')).toContain(text);
  });

  test('bytes that are of no charset in particular are of windows-1252', () => {
    expect(decodePage(ascii('<p>caf\xe9 \x93so\x94</p>'), '')).toBe('<p>café “so”</p>');
  });

  test('UTF-8 that is cut in the middle of a character is UTF-8', () => {
    const bytes = Buffer.from('naïve Straße').subarray(0, -2);
    expect(decodePage(bytes, '')).toBe('naïve Stra�');
  });
});

describe('order', () => {
  test.each([
    ['efbbbf c3a9', 'é'],
    ['feff 00e9 4e2d', 'é中'],
    ['fffe e900 2d4e', 'é中'],
  ])('a byte order mark counts before the header (%s)', (hex, text) => {
    expect(decodePage(bytesOf(hex), 'text/html; charset=windows-1251')).toBe(text);
  });

  test('the header counts before a meta', () => {
    const page = join(ascii('<meta charset=windows-1252>'), bytesOf('cdeee2eef1f2e8'));
    expect(decodePage(page, 'text/html; charset="windows-1251"; x=y')).toContain('Новости');
  });

  test('UTF-16 in a meta is UTF-8', () => {
    expect(charsetOf(Buffer.from('<meta charset=utf-16le><p>é'), '')).toBe('utf-8');
  });

  test('the declaration of XML counts', () => {
    const page = join(ascii('<?xml version="1.0" encoding="windows-1251"?><p>'), bytesOf('cdeee2eef1f2e8'));
    expect(decodePage(page, '')).toContain('Новости');
  });

  test.each([
    'text/html; charset=utf-9',
    'text/html; charset=',
    'charset',
    ';;;',
    'text/html; charset=replacement',
  ])('a label that is not known is passed over: %s', (contentType) => {
    const page = join(ascii('<meta charset=nonsense><meta charset=windows-1251>'), bytesOf('cdeee2eef1f2e8'));
    expect(decodePage(page, contentType)).toContain('Новости');
  });

  test('a label that the bytes plainly are not of is passed over', () => {
    const cyrillic = join(ascii('<meta charset=windows-1251>'), bytesOf('cdeee2eef1f2e8'));
    expect(decodePage(cyrillic, 'text/html; charset=utf-8')).toContain('Новости');
    expect(decodePage(Buffer.from('Новости дня'), 'text/html; charset=iso-8859-1')).toBe('Новости дня');
  });

  test('a few broken bytes do not make the label wrong', () => {
    const page = join(Buffer.from('Новости дня, новости страны'), bytesOf('ff'), Buffer.from('ё'));
    expect(decodePage(page, 'text/html; charset=utf-8')).toBe('Новости дня, новости страны�ё');
  });
});

test('nothing at all is an empty text', () => {
  expect(decodePage(new Uint8Array(), '')).toBe('');
  expect(decodePage(new Uint8Array(), 'text/html; charset=shift_jis')).toBe('');
});

test.each([
  ['open tags', '<meta '],
  ['open comments', '<!--'],
  ['quotes', '<meta charset="'],
])('%s take no time', (_name, piece) => {
  const decode = (count: number) =>
    decodePage(ascii(piece.repeat(count)), `text/html; charset=${'"'.repeat(5 * count)}`);
  expectProportional(decode, { pieces: 20_000, withinMs: 1000 });
});
