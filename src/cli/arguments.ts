import { InvalidArgumentError } from 'commander';
import { isLifetime, LIFETIME_RULE } from '../modules/auth/domain/key-lifetime.js';

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

/** Of http or https; what is secret does not belong into arguments, which others on the machine see. */
export const toUrl = (text: string): URL => {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== ''
  )
    throw new InvalidArgumentError('It must be an http or https URL without a password and a query.');
  return url;
};
