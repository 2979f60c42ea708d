import { DefaultNamingStrategy } from 'typeorm';

/** `lastUsedTs` is stored as `last_used_ts`; tables carry the names that their entities give. */
export class SnakeNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
