import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { PageViewsService } from '../../modules/page-views/page-views.service.js';

const MAX_BROWSERS = 2000;
const MAX_NAME_LENGTH = 300;
const AHEAD = /prefetch|prerender|preview/i;

/**
 * Counts readers, whether they have the page already or not; not programs, nor browsers that only prepare.
 */
@Injectable()
export class ViewCounter {
  /** Names of browsers are long, few, and looked at with long patterns. */
  private readonly programs = new LRUCache<string, boolean>({ max: MAX_BROWSERS });

  constructor(private readonly views: PageViewsService) {}

  count(articleId: number, { method, headers }: Request): void {
    if (method !== 'GET' || isAhead(headers) || this.isProgram(headers['user-agent'])) return;
    try {
      this.views.count(articleId, 1);
    } catch {
      // Too many views wait to be written; the reader is answered all the same.
    }
  }

  private isProgram(name = ''): boolean {
    if (name === '') return true;
    if (name.length > MAX_NAME_LENGTH) return isbot(name);
    const known = this.programs.get(name);
    if (known !== undefined) return known;
    const answer = isbot(name);
    this.programs.set(name, answer);
    return answer;
  }
}

function isAhead(headers: Request['headers']): boolean {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']];
  return purposes.some((purpose) => purpose !== undefined && AHEAD.test(String(purpose)));
}
