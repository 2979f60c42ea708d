import { InvalidArgumentError } from 'commander';
import { isLifetime, LIFETIME_RULE } from '../../modules/auth/domain/key-lifetime.js';
import { parseWebUrl } from '../../kernel/web-url.js';

const MAX_LISTED = 10_000;
const MAX_NAME_LENGTH = 255;

export const toId = (text: string): number => {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw new InvalidArgumentError('It must be a positive integer.');
  return id;
};

export const toDays = (text: string): number => {
  const days = Number(text);
  if (!isLifetime(days)) throw new InvalidArgumentError(`It ${LIFETIME_RULE}.`);
  return days;
};

export const toName = (text: string): string => {
  const name = text.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH)
    throw new InvalidArgumentError(`It must be 1 to ${MAX_NAME_LENGTH} characters.`);
  return name;
};

/** An http or https URL without credentials: other users of the machine see arguments. */
export const toUrl = (text: string): URL => {
  const url = parseWebUrl(text);
  if (!url || url.username || url.password || url.search)
    throw new InvalidArgumentError('It must be an http or https URL without a password and a query.');
  return url;
};

export const toCount = (text: string): number => {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_LISTED)
    throw new InvalidArgumentError(`It must be an integer from 1 to ${MAX_LISTED}.`);
  return count;
};

/** @returns seconds; a time without a zone is UTC */
export const toTime = (text: string): number => {
  const [, day = '', hours, zone] = /^(\d{4}-\d\d-\d\d)(?:[T ](.*?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? [];
  const zoned = hours !== undefined && zone === undefined ? `${text}Z` : text;
  const time = isDay(day) ? Date.parse(zoned) : NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a time, as 2026-11-25T08:00Z, or a day.');
  return Math.floor(time / 1000);
};

/** Whether there is such a day: Node takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
