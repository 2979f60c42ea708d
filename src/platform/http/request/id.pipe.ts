import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { InvalidError, NotFoundError } from '../../../kernel/errors.js';
import { documented } from './documented.js';
import { Fault, readInteger } from './fields.js';

const TOO_LARGE = /^\d{16,}$/;
const readId = readInteger({ min: 0, max: Number.MAX_SAFE_INTEGER });

class IdPipe implements PipeTransform {
  constructor(private readonly name: string) {}

  transform(value: unknown): number {
    // A number that no id ever reaches is well-formed all the same: nothing has it.
    if (typeof value === 'string' && TOO_LARGE.test(value)) {
      throw new NotFoundError('not-found', `Nothing has the ${this.name} ${value.slice(0, 40)}.`);
    }
    const id = readId(value);
    if (id instanceof Fault) throw InvalidError.field(this.name, id.message);
    return id;
  }
}

/** An id in the path, and its documentation. @throws InvalidError when it is no integer */
export const IdParam = (name = 'id') =>
  documented(Param(name, new IdPipe(name)), ApiParam({ name, type: 'integer' }));
