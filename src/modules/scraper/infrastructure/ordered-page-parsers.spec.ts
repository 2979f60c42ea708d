import { beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { PAGE_URL, pageWith } from '../../../../test/support/fetched-pages.js';
import type { Environment } from '../../../platform/config/environment.js';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import { OutboundError } from '../../../platform/outbound/outbound-error.js';
import { OrderedPageParsers } from './ordered-page-parsers.js';
import { OembedParser } from './parsers/meta/oembed.parser.js';

const VIDEO = { ...pageWith({}), url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };

/** @param error of the request to the endpoint of oEmbed */
const parsersThat = (error: Error) =>
  new OrderedPageParsers(
    new OembedParser({ get: () => Promise.reject(error) } as unknown as OutboundClient),
    { PUBLIC_BASE_URL: PAGE_URL } as Environment,
  );

beforeEach(() => {
  jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});

test.each([
  ['takes too long', OutboundError.tooSlow('www.youtube.com'), false],
  ['is not asked, as too much is under way', new OverloadedError('outbound-busy', 'Too many.'), false],
  ['knows nothing of it', new OutboundError('outbound-status', 'It answered 404.'), true],
])('a page whose endpoint of oEmbed %s', async (_fault, error, cacheable) => {
  expect(await parsersThat(error).parse(VIDEO)).toMatchObject({ cacheable });
});

test('a page of which a parser failed is not remembered', async () => {
  const parsers = parsersThat(new OutboundError('outbound-status', 'It answered 404.'));
  parsers.register({ name: 'broken', parse: () => Promise.reject(new Error('A defect')) });
  expect(await parsers.parse(pageWith({}))).toMatchObject({ cacheable: false });
});
