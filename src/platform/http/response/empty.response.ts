import { ApiOkResponse } from '@nestjs/swagger';

/** Documents an answer of an empty object, by which the service says that something is done. */
export const ApiEmptyResponse = (): MethodDecorator =>
  ApiOkResponse({ schema: { type: 'object', example: {} } });
