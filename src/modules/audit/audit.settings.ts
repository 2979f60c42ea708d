import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `audit`. */
export class AuditSettings {
  /** Days for which records are kept; 0 keeps them for ever. */
  readonly keptDays!: number;
  /** Whether records name the address of the client. */
  readonly addresses!: boolean;
}

export const auditSettings: SettingsOf<AuditSettings> = {
  group: 'audit',
  type: AuditSettings,
  properties: {
    keptDays: {
      type: 'integer',
      minimum: 0,
      maximum: 36_500,
      default: 365,
      description: 'days for which records of writes are kept; 0 keeps them for ever',
    },
    addresses: {
      type: 'boolean',
      default: false,
      description: 'whether records of writes name the address of the client',
    },
  },
};
