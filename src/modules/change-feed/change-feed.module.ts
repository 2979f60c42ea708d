import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed.service.js';
import { EventArrivals } from './event-arrivals.js';
import { ChangesController } from './http/changes.controller.js';

/** Partner systems read here which resources have changed. */
@Module({
  controllers: [ChangesController],
  providers: [ChangeFeed, EventArrivals],
})
export class ChangeFeedModule {}
