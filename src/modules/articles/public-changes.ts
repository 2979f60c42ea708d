import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../kernel/events/domain-events.js';
import { Peers } from '../../kernel/peers.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { AuthorChanged } from '../authors/domain/author-events.js';
import { BadgeChanged } from '../badges/domain/badge-events.js';
import { ImageChanged } from '../media/domain/image-events.js';
import { RedirectChanged } from '../redirects/domain/redirect-events.js';
import { SectionChanged, SectionsMoved } from '../sections/domain/section-events.js';
import { ArticleChanged, EditorialOrderChanged } from './domain/article-events.js';

const CHANGES = [
  ArticleChanged,
  AuthorChanged,
  BadgeChanged,
  ImageChanged,
  RedirectChanged,
  EditorialOrderChanged,
  SectionChanged,
  SectionsMoved,
];

const TOPIC = 'public.changed';

/** Tells whoever keeps what readers see that something of it has changed on this machine. */
@Injectable()
export class PublicChanges implements OnModuleInit {
  private readonly listeners: (() => void)[] = [];
  private telling: Promise<unknown> | null = null;

  constructor(
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly peers: Peers,
  ) {}

  onModuleInit(): void {
    this.peers.on(TOPIC, () => {
      this.clear();
    });
    for (const event of CHANGES)
      this.events.on(event, () => {
        this.unitOfWork.afterCommit(() => {
          this.clear();
          return this.tellPeers();
        });
        return Promise.resolve();
      });
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private clear(): void {
    for (const listener of this.listeners) listener();
  }

  /** Tells peers once for all events of a commit. */
  private tellPeers(): Promise<unknown> {
    this.telling ??= Promise.resolve().then(() => {
      this.telling = null;
      return this.peers.tell(TOPIC);
    });
    return this.telling;
  }
}
