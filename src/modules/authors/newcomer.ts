import { isEmail } from 'class-validator';
import { faultOfText, faultOfValuesIn, normalForm } from '../../kernel/text.js';
import type { AuthorFields } from './domain/author.entity.js';

/** Fields of the author that is made for a new identity. */
export type NewcomerFields = AuthorFields & { readonly role: string };

export const MAX_SLUG = 100;
/** Characters of a first or a last name. */
export const MAX_NAME = 255;
const SLUG = /^[\p{L}\p{N}](?:[\p{L}\p{N}._~-]*[\p{L}\p{N}])?$/u;

/** The slug in the form in which it is compared. */
export const cleanSlug = (text: string): string => normalForm(text.trim());

export const isSlug = (name: string): boolean => SLUG.test(name);

/** The address without blanks around it; null for a text that is none. */
export function emailIn(text: string): string | null {
  const address = text.trim();
  return isEmail(address) ? address : null;
}

/**
 * Claims of a provider as fields that a client could send as well: names are made right, and any other value
 * that an author may not have is left out, so that nobody is locked out by it.
 */
export function soundFields(claims: NewcomerFields): NewcomerFields {
  const { role, imageId, specificData } = claims;
  const slug = cleanSlug(textIn(claims.name) ?? '');
  return {
    firstName: nameIn(claims.firstName),
    lastName: nameIn(claims.lastName),
    email: emailIn(textIn(claims.email) ?? '') ?? undefined,
    name: isSlug(slug) && slug.length <= MAX_SLUG ? slug : undefined,
    aboutHtml: textIn(claims.aboutHtml),
    bio: textIn(claims.bio),
    imageId: Number.isInteger(imageId) ? imageId : undefined,
    specificData: isSound(specificData) ? specificData : undefined,
    role,
  };
}

/** A claim may be of any type. */
const textIn = (claim: unknown): string | undefined =>
  typeof claim === 'string' && faultOfText(claim) === null ? claim : undefined;

const nameIn = (claim: unknown): string | undefined =>
  typeof claim === 'string' ? claim.replaceAll('\0', '').trim().slice(0, MAX_NAME).toWellFormed() : undefined;

const isSound = (claim: unknown): boolean =>
  typeof claim === 'object' && claim !== null && !Array.isArray(claim) && faultOfValuesIn(claim) === null;
