import { describe, expect, test } from '@jest/globals';
import { Article } from './article.js';
import { ArticleStatus } from './article-record.js';

const NOW = 1_000_000;
const LATER = NOW + 60;

const draft = () => Article.draft({ providerId: 20, providerPostId: null, createdBy: 1 }, NOW);
const saved = (article: Article) => {
  article.touch(NOW, undefined, false);
  return article;
};

describe('the publication time', () => {
  test('is set by the first publication and kept by the next', () => {
    const article = saved(draft());
    article.publish(LATER);
    article.unpublish();
    article.publish(LATER + 60);
    expect(article).toMatchObject({ createdTs: LATER, firstPublishedTs: LATER, lastPublishedTs: LATER + 60 });
  });

  test('that a client has sent is kept for ever', () => {
    const article = draft();
    article.setCreatedTs(5);
    article.publish(LATER);
    expect(article.createdTs).toBe(5);
  });

  test('that a client sends back as it was shown counts as not sent', () => {
    const article = saved(draft());
    article.setCreatedTs(NOW);
    article.publish(LATER);
    expect(article.createdTs).toBe(LATER);
  });

  test('sent on creation is fixed, even when it is this very second', () => {
    const article = draft();
    article.setCreatedTs(NOW);
    article.publish(LATER);
    expect(article.createdTs).toBe(NOW);
  });

  test('returns to the first publication when it is cleared', () => {
    const article = draft();
    article.setCreatedTs(5);
    article.publish(LATER);
    article.setCreatedTs(null);
    expect(article.createdTs).toBe(LATER);
  });
});

describe('the time of the last change', () => {
  test.each([
    ['is now', undefined, false, LATER],
    ['is what was sent', 7, false, 7],
    ['is what was sent, also when it is to be kept', 7, true, 7],
    ['is kept when asked', undefined, true, NOW],
    ['is now when the shown time is sent back', NOW, false, LATER],
  ])('%s', (_name, sent, keep, expected) => {
    const article = saved(draft());
    article.touch(LATER, sent, keep);
    expect(article).toMatchObject({ updatedTs: expected, version: 2 });
  });
});

describe('the state', () => {
  test('removed takes no publication, and only what is removed can be restored', () => {
    const article = saved(draft());
    expect(() => {
      article.restore();
    }).toThrow('not removed');
    article.remove();
    expect(() => {
      article.publish(LATER);
    }).toThrow('removed');
    article.restore();
    expect(article.status).toBe(ArticleStatus.Draft);
  });

  test('published by hand has no schedule', () => {
    const article = saved(draft());
    Object.assign(article, { status: ArticleStatus.Scheduled, scheduledAt: LATER });
    article.publish(LATER);
    expect(article).toMatchObject({ status: ArticleStatus.Published, scheduledAt: null });
  });
});

describe('the type', () => {
  const TYPES = ['page', 'image', 'video', 'product'];

  test('follows image and video until a client sets another', () => {
    const article = draft();
    article.setType(undefined, TYPES);
    expect(article.type).toBe('page');
    article.write({ video: 'https://v.example' });
    article.setType('page', TYPES);
    expect(article.type).toBe('video');
    article.write({ imageId: 3 });
    article.setType(undefined, TYPES);
    expect(article.type).toBe('image');
    article.setType('product', TYPES);
    article.write({ imageId: null });
    article.setType(undefined, TYPES);
    expect(article.type).toBe('product');
    article.setType(null, TYPES);
    expect(article.type).toBe('video');
  });
});

test('an external id can be sent back, not changed', () => {
  const article = Article.draft({ providerId: 20, providerPostId: 'x', createdBy: 1 }, NOW);
  article.mustKeepProviderPostId('x');
  expect(() => {
    article.mustKeepProviderPostId('y');
  }).toThrow('creation only');
});
