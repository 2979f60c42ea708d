import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DeclarationError } from '../../../platform/schedule/declaration-error.js';
import { BackgroundWork } from '../../../platform/schedule/background-work.js';
import { DecoratedMethods } from '../../../platform/schedule/decorated-methods.js';
import { inBatches } from '../../../platform/schedule/in-batches.js';
import { JobLeases } from '../../../platform/schedule/job-leases.js';
import { MAX_JOB_NAME } from '../../../platform/schedule/job-state.entity.js';
import type { CommittedEvent } from './committed-event.js';
import { type Consumer, EventDelivery } from './event-delivery.js';
import { type ConsumerReport, EventConsumersRepository } from './event-consumers.repository.js';
import { EventStore } from './event-store.js';
import { OnCommitted } from './on-committed.js';

const EVERY_SECOND_MS = 1000;
/** Events of one transaction that gives them places. */
const BATCH = 500;
/** Turns after which events that make new events count as endless. */
const MAX_TURNS = 100;

/** Is told how a consumer has handled an event. @param error undefined when it did not throw */
export type DeliveryObserver = (consumer: string, event: CommittedEvent, error?: unknown) => void;

/**
 * Gives committed events their places, and hands them to the methods that are
 * declared with {@link OnCommitted}.
 */
@Injectable()
export class EventConsumers implements OnModuleInit {
  private readonly consumers = new Map<string, Consumer>();

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly events: EventStore,
    private readonly repository: EventConsumersRepository,
    private readonly delivery: EventDelivery,
    private readonly leases: JobLeases,
    private readonly work: BackgroundWork,
  ) {}

  /** Names of the consumers that this service has. */
  get names(): readonly string[] {
    return [...this.consumers.keys()];
  }

  /** @throws DeclarationError when two consumers have one name, or one a long name or nothing to handle */
  async onModuleInit(): Promise<void> {
    for (const { declaration, method } of this.methods.find(OnCommitted)) {
      const { name } = declaration;
      const resources: unknown = declaration.resources;
      if (this.consumers.has(name)) throw new DeclarationError(`Two consumers of events are called ${name}.`);
      if (name.length > MAX_NAME)
        throw new DeclarationError(
          `The consumer ${name} must have a name of up to ${MAX_NAME} characters, not of ${name.length}.`,
        );
      if (!Array.isArray(resources) || resources.length === 0)
        throw new DeclarationError(`The consumer ${name} must name resources: it would be handed nothing.`);
      this.consumers.set(name, { ...declaration, handle: method });
    }
    if (this.consumers.size > 0) await this.repository.add(this.names);
  }

  @Interval(EVERY_SECOND_MS)
  async deliver(): Promise<void> {
    await this.work.run('events', async (stopping) => {
      await inBatches(BATCH, stopping, (size) => this.events.place(size));
      if (this.consumers.size > 0) await this.wake();
    });
  }

  /**
   * Delivers until nothing is left but events that wait for their next attempt,
   * whether this instance schedules or not.
   *
   * @throws Error when consumers make new events again and again
   */
  async deliverAll(observe: DeliveryObserver, stopping: AbortSignal): Promise<void> {
    for (let turn = 0; turn < MAX_TURNS; turn++) {
      await inBatches(BATCH, stopping, (size) => this.events.place(size));
      const withWork = this.consumers.size > 0 ? await this.repository.withWork() : [];
      const consumers = [...this.consumers.values()].filter(({ name }) => withWork.includes(name));
      if (consumers.length === 0) return;
      for (const consumer of consumers) await this.delivery.deliver(observed(consumer, observe), stopping);
    }
    throw new Error(
      `Events are not at an end after ${MAX_TURNS} turns: a method with @OnCommitted makes changes that come to it ` +
        'again. Let it change only what is not yet as it should be.',
    );
  }

  reports(): Promise<ConsumerReport[]> {
    return this.repository.reports();
  }

  /** Begins the deliveries to consumers for which there is something, and waits for none of them. */
  private async wake(): Promise<void> {
    for (const name of await this.repository.withWork()) {
      const consumer = this.consumers.get(name);
      if (!consumer) continue;
      const job = jobOf(name);
      void this.work.run(job, (stopping) =>
        this.leases.run({ name: job, every: 0 }, stopping, (ending) =>
          this.delivery.deliver(consumer, ending),
        ),
      );
    }
  }
}

const observed = (consumer: Consumer, observe: DeliveryObserver): Consumer => ({
  ...consumer,
  handle: async (event, ended) => {
    try {
      await consumer.handle(event, ended);
    } catch (error) {
      observe(consumer.name, event, error ?? new Error(`It has failed with ${String(error)}.`));
      throw error;
    }
    observe(consumer.name, event);
  },
});

const JOBS = 'events:';
const MAX_NAME = MAX_JOB_NAME - JOBS.length;
const jobOf = (consumer: string): string => `${JOBS}${consumer}`;
