import { describe, expect, test } from '@jest/globals';
import { Author } from './author.entity.js';
import { ScryptPasswordHasher } from './password-hasher.js';

describe('a password', () => {
  test('is kept as a salted hash that knows it again', async () => {
    const hasher = new ScryptPasswordHasher();
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(one).not.toBe(other);
    expect(one).not.toContain('correct');
    expect(await hasher.isPasswordOf(one, 'correct horse')).toBe(true);
    expect(await hasher.isPasswordOf(one, 'correct horsE')).toBe(false);
  });

  test('needs an email for an author who signed up through a social network', () => {
    const author = new Author();
    author.fbId = '4711';
    expect(() => {
      author.setPassword('hash');
    }).toThrow('needs an email');
    author.edit({ email: 'ann@example.com' });
    author.setPassword('hash');
    expect(author.passwordHash).toBe('hash');
  });
});

test('the display name is first and last name, else the slug', () => {
  const author = new Author();
  author.edit({ name: 'annlee', firstName: ' Ann ', lastName: 'Lee' });
  expect(author.displayName).toBe('Ann Lee');
  author.edit({ firstName: null, lastName: '' });
  expect(author.displayName).toBe('annlee');
});
