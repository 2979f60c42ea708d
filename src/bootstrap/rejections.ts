import { Logger } from '@nestjs/common';

/**
 * The service goes on when a promise fails that nobody waits for: Node would end the process, and code of an
 * extension may leave one in each request.
 */
export function outliveRejections(): void {
  const logger = new Logger('Process');
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'A promise has failed that nobody waited for');
  });
}
