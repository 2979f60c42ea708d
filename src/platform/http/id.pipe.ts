import { Param, type PipeTransform } from '@nestjs/common';
import { InvalidError } from '../../kernel/errors.js';
import { Fault, readInteger } from './fields.js';

const readId = readInteger({ min: 0, max: Number.MAX_SAFE_INTEGER });

class IdPipe implements PipeTransform {
  constructor(private readonly name: string) {}

  transform(value: unknown): number {
    const id = readId(value);
    if (id instanceof Fault) throw InvalidError.field(this.name, id.message);
    return id;
  }
}

/** An id in the path. @throws InvalidError when it is no integer */
export const IdParam = (name = 'id') => Param(name, new IdPipe(name));
