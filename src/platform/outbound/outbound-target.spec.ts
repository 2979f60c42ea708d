import { describe, expect, test } from '@jest/globals';
import { AllowedTargets, parseTarget } from './outbound-target.js';

const none = new AllowedTargets([]);

describe('an allowed target', () => {
  test.each([
    ['intranet.test:8080', 'http://intranet.test:8080/a?b#c'],
    ['Intranet.TEST:8080', 'https://intranet.test:8080/'],
    ['intranet.test:80', 'http://intranet.test/'],
    ['intranet.test:443', 'https://intranet.test/'],
    ['intranet.test:443', 'http://intranet.test:443/'],
    ['bücher.test:80', 'http://xn--bcher-kva.test/'],
    ['10.0.0.1:9000', 'http://10.0.0.1:9000/'],
    ['0x0a000001:9000', 'http://167772161:9000/'],
    ['[::1]:9000', 'http://[0:0::1]:9000/'],
    ['[FD00::A]:9000', 'http://[fd00::a]:9000/'],
    ['under_score.test:1', 'http://under_score.test:1/'],
  ])('%s opens %s', (entry, url) => {
    expect(new AllowedTargets([entry]).has(new URL(url))).toBe(true);
  });

  test.each([
    ['intranet.test:8080', 'http://intranet.test/'],
    ['intranet.test:8080', 'http://intranet.test:808/'],
    ['intranet.test:80', 'https://intranet.test/'],
    ['intranet.test:80', 'http://www.intranet.test/'],
    ['intranet.test:80', 'http://intranet.test.evil.test/'],
    ['intranet.test:80', 'http://intranet.test./'],
    ['10.0.0.1:80', 'http://10.0.0.11/'],
    ['127.0.0.1:80', 'http://[::ffff:127.0.0.1]/'],
    ['localhost:80', 'http://127.0.0.1/'],
  ])('%s does not open %s', (entry, url) => {
    expect(new AllowedTargets([entry]).has(new URL(url))).toBe(false);
  });

  test.each([
    ...[
      '',
      'intranet.test',
      ':80',
      'intranet.test:',
      'intranet.test:0',
      'intranet.test:65536',
      'intranet.test:x',
    ],
    ...[
      'http://intranet.test:80',
      'intranet.test:80/',
      'user@intranet.test:80',
      '::1:80',
      '[::1]',
      '[::1:80',
    ],
    ...[
      '*.intranet.test:80',
      'a b.test:80',
      '1.2.3.4.5:80',
      'intranet.test:80,other.test:80',
      'a:b:80',
      '%zz:80',
    ],
  ])('is not written %j', (entry) => {
    expect(() => new AllowedTargets([entry])).toThrow('is not host:port');
  });
});

describe('a target', () => {
  test.each([
    ['http://a.test', 'http://a.test/'],
    ['HTTPS://User.Example.TEST:443/a b?c=é#d', 'https://user.example.test/a%20b?c=%C3%A9'],
    ['https://a.test:80/', 'https://a.test:80/'],
    ['http://a.test:443/', 'http://a.test:443/'],
    ['http://@a.test/', 'http://a.test/'],
    ['http://bücher.test/', 'http://xn--bcher-kva.test/'],
  ])('%s is sent as %s', (text, url) => {
    expect(parseTarget(text, none).href).toBe(url);
  });

  test('of a redirect is relative to where it comes from', () => {
    const base = new URL('https://a.test/b/c?d');
    expect(parseTarget('../e', none, base).href).toBe('https://a.test/e');
    expect(parseTarget('//f.test/', none, base).href).toBe('https://f.test/');
    expect(parseTarget('?g', none, base).href).toBe('https://a.test/b/c?g');
  });
});
