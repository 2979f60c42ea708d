import { bind, defineExtension, PermalinkStrategy } from 'content-publishing-service';
import { readingLevel } from './articles/fields.js';
import { LeadImageRule } from './articles/lead-image-rule.js';
import { ShortPermalinks } from './articles/short-permalinks.js';
import { Corrections1797300000000 } from './corrections/corrections.migration.js';
import { CorrectionsModule } from './corrections/corrections.module.js';
import { AppPushModule } from './distribution/app-push.js';
import { PushCommand } from './distribution/push.command.js';
import { NewsroomSettings } from './newsroom.settings.js';
import { StaffLogin } from './login/staff-login.js';

declare module 'content-publishing-service' {
  interface Rights {
    'newsroom.corrections.write': true;
  }
}

export const newsroom = defineExtension({
  name: 'newsroom',
  compatibility: '^1.0.0',
  modules: [CorrectionsModule, AppPushModule],
  migrations: [Corrections1797300000000],
  adapters: [bind(PermalinkStrategy, ShortPermalinks)],
  authenticators: [StaffLogin],
  rights: { 'newsroom.corrections.write': 'Note corrections' },
  roles: { Corrector: ['articles.read', 'newsroom.corrections.write'] },
  settings: {
    type: NewsroomSettings,
    properties: {
      pushUrl: { type: ['string', 'null'], format: 'uri', default: null },
      loginIssuer: { type: 'string', default: 'https://login.example' },
      loginKeys: { type: 'array', items: { type: 'object' }, default: [] },
    },
  },
  fields: [readingLevel],
  articles: LeadImageRule,
  commands: [{ name: 'push', description: 'sends a post to the app again', command: PushCommand }],
});
