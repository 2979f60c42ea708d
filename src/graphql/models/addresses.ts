const WEB = /^(?:https?:)?\/\/[^\s/]/i;
const LINK = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;

/** Addresses as clients have sent them: those that a page may load something from. */
export function loadableAddress(sent: string | null | undefined): string | null {
  const address = sent?.trim() ?? '';
  return WEB.test(address) ? address : null;
}

/** A URL that a link may lead to, else null. */
export function linkAddress(sent: string | null | undefined): string | null {
  const address = sent?.trim() ?? '';
  return LINK.test(address) ? address : null;
}
