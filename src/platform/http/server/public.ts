import { SetMetadata } from '@nestjs/common';

export const PUBLIC = 'access:public';

/** The route answers everybody, without a key. */
export const Public = () => SetMetadata(PUBLIC, true);
